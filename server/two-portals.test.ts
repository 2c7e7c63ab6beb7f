import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { library } from '#contract/api/library.ts';
import { people } from '#contract/api/people.ts';
import { portal as calls } from '#contract/api/portal.ts';
import { session } from '#contract/api/session.ts';
import { workLibrary } from './domains/library/library.work.ts';
import { ffmpegAudio } from './engines/audio/ffmpeg.ts';
import { makeTone } from './engines/audio/testing/test-audio.ts';
import { napiImages } from './engines/images/napi-images.ts';
import { notifyInbox } from './platform/inbox.ts';
import { countPart, insertPart, unneededParts } from './platform/uploads/resumable.repo.ts';
import { testClient } from './testing/client.ts';
import { follow, nextOf } from './testing/event-stream.ts';
import { s3OfTests } from './testing/s3-server.ts';
import { testPortal, type TestPortal } from './testing/portal.ts';

/*
 * Two portals on one database, as behind a load balancer: what one of them does, the other knows.
 */
let one: TestPortal;
let other: TestPortal;
beforeAll(async () => {
  one = await testPortal();
  other = await testPortal({ beside: one });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

it('tells the browsers of both portals that an inbox changed', async () => {
  const person = await one.make.person();
  const streams = await Promise.all([one, other].map(async (portal) => await follow(await portal.as(person), [])));
  await one.kernel.db.transaction().execute((tx) => notifyInbox(one.kernel.events, tx, [person.id]));
  await Promise.all(streams.map(({ events }) => nextOf(events, 'inbox')));
  for (const { end } of streams) end();
});

it('tells the inboxes of a thousand people, more than fit into one announcement', async () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  const heard: unknown[] = [];
  other.kernel.events.onAnnounced('inbox.changed', ({ of }) => heard.push(...(of as string[])));
  await notifyInbox(one.kernel.events, one.kernel.db, ids);
  await expect.poll(() => heard).toEqual(ids);
});

it('refuses a removed person at the portal that did not remove them', async () => {
  const admin = await one.as(await one.make.person({ admin: true }));
  const person = await one.make.person();
  const client = await other.as(person);
  expect((await client.call(session.me)).status).toBe(200);
  await admin.ok(people.disable, { params: { userId: person.id } });
  await expect.poll(async () => (await client.call(session.me)).status).toBe(401);
});

it('counts the calls of both portals for one limit', async () => {
  const visit = async (portal: TestPortal) =>
    (await (await portal.as(undefined)).call(calls.referralClick, { params: { code: 'friend' } })).status;
  const statuses = [];
  for (let n = 0; n < 40; n++) statuses.push(await visit(n % 2 === 0 ? one : other));
  expect(statuses.filter((status) => status !== 429)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
});

it('goes on hearing announcements after its connection broke', async () => {
  const heard: unknown[] = [];
  let began = 0;
  other.kernel.events.onAnnounced(
    'test',
    ({ n }) => heard.push(n),
    () => began++,
  );
  await one.kernel.events.announce(one.kernel.db, 'test', { n: 1 });
  await expect.poll(() => heard).toEqual([1]);
  const { pool } = one.database;
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen announcements'`);
  await expect.poll(() => began).toBe(1);
  await one.kernel.events.announce(one.kernel.db, 'test', { n: 2 });
  await expect.poll(() => heard).toEqual([1, 2]);
});

it('says that it is about to stop while it still answers, so that a load balancer sends requests to the other', async () => {
  const readiness = async () => {
    const reply = await fetch(`${other.url}/readyz`);
    return [reply.status, ((await reply.json()) as { status: string }).status];
  };
  expect(await readiness()).toEqual([200, 'ok']);
  await other.operation.leave(0);
  expect(await readiness()).toEqual([503, 'stopping']);
  expect((await (await other.as(await one.make.person())).call(session.me)).status).toBe(200);
});

const bucket = s3OfTests();
const places = [
  { place: 'in a folder that both have', s3: undefined },
  { place: 'in a bucket of TEST_S3_URL', s3: bucket },
];

describe.each(places)('a resumable upload over both portals, with files $place', ({ place, s3 }) => {
  const isMissing = place.includes('TEST_S3_URL') && !s3;
  const portals: { one: TestPortal; other: TestPortal } = { one, other };
  beforeAll(async () => {
    Object.assign(portals, { one, other });
    if (!s3) return;
    portals.one = await testPortal({ config: { s3 } });
    portals.other = await testPortal({ config: { s3 }, beside: portals.one });
  });
  afterAll(async () => {
    if (!s3) return;
    await portals.other.close();
    await portals.one.close();
  });

  const common = { 'tus-resumable': '1.0.0' };
  const wav = (length: number) =>
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), randomBytes(length - 16)]);
  const open = async (length: number) => {
    const { one, other } = portals;
    const account = await one.make.account({ plan: 'premier' });
    const person = await one.make.person();
    await one.make.accountMember(account, person, 'owner');
    const station = await one.make.station(account);
    const client = await one.as(person);
    const { token } = await client.ok(library.token, { params: { id: station } });
    const headers = { ...common, authorization: `Bearer ${token}` };
    const filename = Buffer.from('a.wav').toString('base64');
    const begun = await fetch(`${one.url}/tus/`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(length), 'upload-metadata': `filename ${filename}` },
    });
    const path = begun.headers.get('location') ?? '';
    const id = path.split('/').at(-1) ?? '';
    const patch = (portal: TestPortal, offset: number, body: Buffer) =>
      fetch(portal.url + path, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: new Uint8Array(body),
      });
    const head = (portal: TestPortal) => fetch(portal.url + path, { method: 'HEAD', headers });
    const stored = async () => {
      const tracks = one.kernel.db.selectFrom('tracks').select('original').where('station_key', '=', station);
      const [track, ...more] = await tracks.execute();
      expect(more).toEqual([]);
      return await buffer(await other.kernel.storage.read(track!.original));
    };
    return { token, headers, path, id, client, patch, head, stored, station };
  };

  it.skipIf(isMissing)(
    'begins at one, continues at the other and is completed at the first',
    async () => {
      const { one, other } = portals;
      const whole = wav(9 * 1024 ** 2);
      const upload = await open(whole.length);
      const [first, second] = [3 * 1024 ** 2, 8 * 1024 ** 2];
      expect((await upload.patch(one, 0, whole.subarray(0, first))).status).toBe(204);
      expect((await upload.patch(other, 0, whole.subarray(0, first))).status).toBe(409);
      expect((await upload.patch(other, first, whole.subarray(first, second))).status).toBe(204);
      expect((await upload.head(one)).headers.get('upload-offset')).toBe(String(second));
      expect((await upload.patch(one, second, whole.subarray(second))).status).toBe(204);
      expect((await upload.stored()).equals(whole)).toBe(true);
      const task = await testClient(other.url, upload.token).ok(library.task, { params: { id: upload.id } });
      expect(task.status).toBe('PROCESSING');
      expect((await upload.head(other)).headers.get('upload-offset')).toBe(String(whole.length));
    },
    120_000,
  );

  it.skipIf(isMissing)(
    'is prepared at the portal that did not receive it',
    async () => {
      const { one, other } = portals;
      makeTone(join(one.kernel.config.dataDir, 'tone.mp3'), { hz: 440, seconds: 3 });
      const whole = await readFile(join(one.kernel.config.dataDir, 'tone.mp3'));
      const upload = await open(whole.length);
      expect((await upload.patch(one, 0, whole)).status).toBe(204);
      await workLibrary({ ...other.kernel, audio: ffmpegAudio(), images: napiImages() });
      await one.drain();
      await other.drain();
      const asked = testClient(one.url, upload.token);
      await expect
        .poll(async () => (await asked.ok(library.task, { params: { id: upload.id } })).status)
        .toBe('SUCCESS');
      expect(await rest(one)).toBe(0);
    },
    120_000,
  );

  it.skipIf(isMissing)(
    'is taken over from a connection that hangs at the other portal, with all bytes that arrived',
    async () => {
      const { one, other } = portals;
      const whole = wav(2 * 1024 ** 2);
      const upload = await open(whole.length);
      let arrived = 0;
      other.app.server.prependOnceListener('request', (part: IncomingMessage) => {
        const push = part.push.bind(part);
        part.push = (chunk: Buffer | null, encoding) => {
          arrived += chunk?.length ?? 0;
          return push(chunk, encoding);
        };
      });
      const { hostname, port } = new URL(other.url);
      const hanging = request({
        ...{ hostname, port, path: upload.path, method: 'PATCH' },
        headers: {
          ...upload.headers,
          ...{ 'content-type': 'application/offset+octet-stream', 'content-length': whole.length, 'upload-offset': 0 },
        },
      });
      const closed = new Promise<void>((resolve) => hanging.on('error', () => undefined).on('close', () => resolve()));
      hanging.write(whole.subarray(0, 700_000));
      await expect.poll(() => arrived).toBe(700_000);
      expect((await upload.head(one)).headers.get('upload-offset')).toBe('700000');
      await new Promise<void>((resolve, reject) => {
        new Upload(whole, {
          endpoint: `${one.url}/tus/`,
          uploadUrl: one.url + upload.path,
          headers: { authorization: `Bearer ${upload.token}` },
          onSuccess: () => resolve(),
          onError: reject,
        }).start();
      });
      expect((await upload.stored()).equals(whole)).toBe(true);
      hanging.destroy();
      await closed;
    },
    120_000,
  );

  it.skipIf(isMissing)(
    'is taken over from a portal that is dead, whose late bytes no longer count',
    async () => {
      const { one, other } = portals;
      const whole = wav(100_000);
      const upload = await open(whole.length);
      const dead = { id: upload.id, turn: '00000000-0000-4000-8000-000000000001' };
      const rows = other.kernel.db.updateTable('resumable_uploads').where('id', '=', upload.id);
      await rows.set({ turn: dead.turn, turn_at: new Date(Date.now() - 4000) }).execute();
      const half = 50_000;
      expect((await upload.patch(one, 0, whole.subarray(0, half))).status).toBe(204);
      const late = { key: `uploads/${upload.id}-late`, start: half, size: 10 };
      await insertPart(other.kernel.db, upload.id, late);
      expect(await countPart(other.kernel.db, dead, late, new Date())).toBe(false);
      expect((await upload.patch(one, half, whole.subarray(half))).status).toBe(204);
      expect((await upload.stored()).equals(whole)).toBe(true);
    },
    120_000,
  );

  it.skipIf(isMissing)(
    'is accepted once when both portals are asked for a complete one',
    async () => {
      const { one, other } = portals;
      const whole = wav(100_000);
      const upload = await open(whole.length);
      const { storage } = one.kernel;
      const { putFile } = storage;
      storage.putFile = () => Promise.reject(new Error('the process ends here'));
      expect((await upload.patch(one, 0, whole)).status).toBe(500);
      storage.putFile = putFile;
      const replies = await Promise.all([one, other, one, other].map(async (portal) => await upload.head(portal)));
      expect(replies.map(({ headers }) => headers.get('upload-offset'))).toEqual(
        replies.map(() => String(whole.length)),
      );
      expect((await upload.stored()).equals(whole)).toBe(true);
    },
    120_000,
  );
});

/** Parts in storage that no longer belong to an upload. */
const rest = async ({ kernel }: TestPortal): Promise<number> => (await unneededParts(kernel.db, { max: 10 })).length;
