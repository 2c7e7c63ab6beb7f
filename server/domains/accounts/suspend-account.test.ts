import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { playout } from '#contract/api/playout.ts';
import { stations } from '#contract/api/stations.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { testEngine, type TestEngine } from '#server/testing/engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let engine: TestEngine;
let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let account: AccountKey;
let on: StationKey;
let off: StationKey;

beforeAll(async () => {
  engine = await testEngine('control');
  portal = await testPortal({ config: { engineUrl: engine.url, engineToken: 'control' } });
  portal.engine.start();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(async () => {
  await portal.close();
  await engine.leave();
});
beforeEach(async () => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account();
  await portal.make.accountMember(account, person, 'owner');
  on = await portal.make.station(account);
  off = await portal.make.station(account, { running: false });
  await engine.until(() => engine.stations.has(on) && engine.stations.has(off));
});

const at = () => ({ params: { id: account } });
const running = (key: StationKey) => engine.stations.get(key)?.running;

test('takes every station off the air, and puts the running ones back on reactivation', async () => {
  const suspended = await admin.ok(accounts.suspend, at());
  expect(suspended).toMatchObject({ key: account, suspended: true, active: false });
  await engine.until(() => running(on) === false);
  expect(engine.stations.get(on)?.reason).toBe("The station's account is suspended.");
  await engine.until(() => engine.stations.get(off)?.reason === "The station's account is suspended.");

  const reactivated = await admin.ok(accounts.reactivate, at());
  expect(reactivated).toMatchObject({ key: account, suspended: false, active: true });
  await engine.until(() => running(on) === true);
  await engine.until(() => engine.stations.get(off)?.reason === 'The station is off the air.');
  expect(running(off)).toBe(false);
});

test('is possible once, by the portal only', async () => {
  expect((await owner.call(accounts.suspend, at())).status).toBe(403);
  const codes = async (call: typeof accounts.suspend | typeof accounts.reactivate) => {
    const { status, json } = await admin.call(call, at());
    return [status, status === 200 ? '' : json.error.code];
  };
  expect(await codes(accounts.reactivate)).toEqual([409, 'account.notSuspended']);
  expect(await codes(accounts.suspend)).toEqual([200, '']);
  expect(await codes(accounts.suspend)).toEqual([409, 'account.alreadySuspended']);
  expect((await owner.call(accounts.reactivate, at())).status).toBe(403);
});

test('makes the account read-only for its members, even with tokens issued before', async () => {
  const { token } = await owner.ok(library.token, { params: { id: on } });
  await admin.ok(accounts.suspend, at());
  expect((await owner.ok(accounts.get, { params: { key: account } })).suspended).toBe(true);
  expect((await owner.call(playout.autoDj, { params: { key: on } })).status).toBe(200);
  const media = testClient(portal.url, token);
  const refused = await Promise.all([
    owner.call(accounts.update, { params: { key: account }, body: { city: 'Rome' } }),
    owner.call(stations.create, { ...at(), body: { name: 'Another station' } }),
    owner.call(playout.shuffle, { params: { key: on, playlist: 'on' } }),
    owner.call(playout.start, { params: { key: on } }),
    media.call(library.upload, { query: { token }, fields: { name: 'a.mp3' }, file: new Blob(['sound']) }),
  ]);
  expect(refused.map(({ status, json }) => [status, (json as { error: { code: string } }).error.code])).toEqual(
    Array.from({ length: 5 }, () => [403, 'account.suspended']),
  );
  await admin.ok(accounts.reactivate, at());
  expect((await owner.call(accounts.update, { params: { key: account }, body: { city: 'Rome' } })).status).toBe(200);
});
