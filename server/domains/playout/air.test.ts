import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/texts/errors.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { playoutAir } from '#contract/api/playout-air.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testEngine, type TestEngine } from '#server/testing/engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let engine: TestEngine;
let portal: TestPortal;
let staff: TestClient;
let person: Awaited<ReturnType<TestPortal['make']['person']>>;
let account: AccountKey;
let key: StationKey;
let track: TrackKey;

beforeAll(async () => {
  engine = await testEngine('control');
  portal = await testPortal({ config: { engineUrl: engine.url, engineToken: 'control' } });
  // A request fails after three seconds without the engine; a busy machine may need longer.
  const { command } = portal.engine;
  portal.engine.command = (one, what) => command(one, what, 60_000);
  account = await portal.make.account();
});
afterAll(async () => {
  await portal.close();
  await engine.leave();
});
beforeEach(async () => {
  key = await portal.make.station(account);
  person = await portal.make.person();
  await portal.make.stationMember(key, person, 'staff');
  staff = await portal.as(person);
  track = await portal.make.track(key, { title: 'Harbour' });
  await portal.engine.deliver(key, 60_000);
  engine.asked.length = 0;
  engine.commands.length = 0;
});

const params = () => ({ params: { key } });
const code = async (reply: Promise<{ status: number; json: ErrorReply }>) => {
  const { status, json } = await reply;
  return [status, json.error.code];
};
const render = async (): Promise<void> => {
  const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
  const values = { track_key: track, ...format, path: `renditions/${track}.mp3`, size: 1, duration_ms: 1500 };
  await portal.kernel.db.insertInto('renditions').values(values).execute();
};

test('sends each command to the engine at once, with who gave it', async () => {
  const started = '2026-11-27T10:00:00.123Z';
  await render();
  const id = randomUUID();
  await staff.ok(playoutAir.skip, { ...params(), body: { track, started } });
  await staff.ok(playoutAir.queue, { ...params(), body: { id, track, place: 'next' } });
  await staff.ok(playoutAir.unqueue, { ...params(), body: { id } });
  await staff.ok(playoutAir.stopAfter, { ...params(), body: { track } });
  await staff.ok(playoutAir.resume, params());
  await staff.ok(playoutAir.kick, { ...params(), body: { bar_seconds: 600 } });
  await staff.ok(playoutAir.unbar, params());
  await staff.ok(playoutAir.kick, { ...params(), body: { bar_seconds: 60, presenter: id } });
  await staff.ok(playoutAir.unbar, { ...params(), query: { presenter: id } });
  const by = expect.objectContaining({ id: person.id }) as unknown;
  expect(engine.commands).toEqual([
    { line: `POST /stations/${key}/skip`, body: { track, started: Date.parse(started), by } },
    {
      line: `POST /stations/${key}/queue`,
      body: { id, place: 'next', by, item: expect.objectContaining({ key: track, title: 'Harbour', kind: 'music' }) },
    },
    { line: `DELETE /stations/${key}/queue/${id}`, body: undefined },
    { line: `PUT /stations/${key}/stop`, body: { track, by } },
    { line: `DELETE /stations/${key}/stop`, body: undefined },
    { line: `POST /stations/${key}/bar`, body: { bar_ms: 600_000 } },
    { line: `DELETE /stations/${key}/bar`, body: undefined },
    { line: `POST /stations/${key}/bar`, body: { bar_ms: 60_000, presenter: id } },
    { line: `DELETE /stations/${key}/bar/${id}`, body: undefined },
  ]);
  const audited = await portal.kernel.db
    .selectFrom('audit')
    .select('action')
    .where('user_id', '=', person.id)
    .execute();
  expect(audited.length).toBe(9);
});

test("refuses what the engine refuses, and what it can't play", async () => {
  const body = { track };
  engine.refuseCommands('The station is not playing its own tracks.');
  expect(await code(staff.call(playoutAir.skip, { ...params(), body }))).toEqual([409, 'air.notAutoDj']);
  engine.refuseCommands('The queue is full.');
  await render();
  const queued = { id: randomUUID(), track };
  expect(await code(staff.call(playoutAir.queue, { ...params(), body: queued }))).toEqual([409, 'air.queueFull']);
  engine.refuseCommands(undefined);
  const unready = await portal.make.track(key, { title: 'Raw' });
  const raw = { id: randomUUID(), track: unready };
  expect(await code(staff.call(playoutAir.queue, { ...params(), body: raw }))).toEqual([409, 'air.trackNotReady']);
  const other = await portal.make.track(await portal.make.station(account), { title: 'Foreign' });
  const foreign = { id: randomUUID(), track: other };
  expect((await staff.call(playoutAir.queue, { ...params(), body: foreign })).status).toBe(404);
});

test('says so while the engine is away, and keeps nothing for later', async () => {
  await engine.leave();
  expect(await code(staff.call(playoutAir.skip, { ...params(), body: { track } }))).toEqual([503, 'air.unreachable']);
  await engine.comeBack();
  await staff.ok(playoutAir.resume, params());
  expect(engine.commands.map(({ line }) => line)).toEqual([`DELETE /stations/${key}/stop`]);
});

test('refuses malformed requests with the path of the field', async () => {
  const send = (body: object) => staff.raw(playoutAir.kick, { ...params(), body });
  expect((await send({ bar_seconds: 5 })).status).toBe(400);
  expect((await send({ since: 'yesterday' })).status).toBe(400);
  const reply = await staff.raw(playoutAir.queue, { ...params(), body: { id: 'one', track } });
  expect(JSON.stringify(await reply.json())).toContain('"id"');
});
