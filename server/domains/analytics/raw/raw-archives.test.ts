import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { rawData as api } from '#contract/api/raw-data.ts';
import { stations } from '#contract/api/stations.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createAnalytics } from '../analytics.work.ts';
import { slicesOf, testSpool } from '../testing/listening.ts';
import { store } from '../spool-consumer.ts';
import { forgetArchiveFiles, makeArchive } from './raw-archives.ts';
import { archiveFile } from './raw-files.ts';

const minute = 60_000;
const parts = { geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
let clickhouse: TestClickHouse;
let portal: TestPortal;
let spool: Awaited<ReturnType<typeof testSpool>>;
let client: TestClient;
let admin: TestClient;
let account: AccountKey;
let key: StationKey;
let at = Date.UTC(2026, 10, 21);

// Real databases on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  [clickhouse, spool] = await Promise.all([testClickHouse({ withTables: true }), testSpool('token')]);
  const config = { clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: 'token' };
  portal = await testPortal({ config, clock: { now: () => new Date(at) } });
});
afterAll(async () => {
  await portal.close();
  spool.close();
  await clickhouse.drop();
});
beforeEach(async () => {
  at = Date.UTC(2026, 10, 21);
  account = await portal.make.account();
  key = await portal.make.station(account);
  await portal.kernel.db
    .updateTable('stations')
    .set({ default_timezone: 'America/New_York' })
    .where('key', '=', key)
    .execute();
  client = await signedIn();
  admin = await portal.as(await portal.make.person({ admin: true }));
});

/** An account owner, signed in at the portal’s time. */
const signedIn = async (): Promise<TestClient> => {
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  return await portal.as(person);
};

let batches = 0;
const record = async (from: number, minutes: number): Promise<void> => {
  const events = slicesOf({ station: key, account, from, to: from + minutes * minute });
  const { secrets } = portal.kernel;
  const batch = { engine: 'archives', batch: ++batches, events };
  await store({ clickhouse: clickhouse.client, ...parts, secrets }, batch);
};
const make = async (month: string): Promise<void> => {
  const analytics = createAnalytics(portal.kernel, parts);
  await makeArchive({ ...portal.kernel, ...analytics }, key, month);
  await analytics.clickhouse.close();
};
const archives = async (...period: string[]) =>
  await (await signedIn()).ok(api.archives, { params: { key }, query: { period } });

it('a subscription begins with the next month, and ends with the month in which it is cancelled', async () => {
  const none = { subscribed: false, from: null, until: null, begins: null, ends: null, timezone: 'America/New_York' };
  expect(await client.ok(api.status, { params: { key } })).toEqual(none);
  const subscribed = { ...none, subscribed: true, from: '2026-12', begins: '2026-12-01' };
  expect(await client.ok(api.subscribe, { params: { key } })).toEqual(subscribed);
  expect(await client.ok(api.subscribe, { params: { key } })).toEqual(subscribed);
  expect(await client.ok(api.stationStatus, { params: { key } })).toEqual(subscribed);
  expect(await client.ok(api.unsubscribe, { params: { key } })).toEqual(none);
  await client.ok(api.subscribe, { params: { key } });
  at = Date.UTC(2027, 0, 15);
  const later = await signedIn();
  const ending = { ...subscribed, subscribed: false, until: '2027-01', ends: '2027-01-31' };
  expect(await later.ok(api.unsubscribe, { params: { key } })).toEqual(ending);
  expect(await later.ok(api.unsubscribe, { params: { key } })).toEqual(ending);
  expect(await later.ok(api.subscribe, { params: { key } })).toEqual(subscribed);
});

/** December ends at 5 a.m. UTC on 1 January in New York. */
const turn = Date.UTC(2027, 0, 1, 5);

it('the file of a month is made once it is over and its sessions are recorded, and not for months before the subscription', async () => {
  await client.ok(api.subscribe, { params: { key } });
  await record(turn - 20 * minute, 40);
  await record(Date.UTC(2026, 11, 5), 10);
  await record(Date.UTC(2026, 10, 25), 10);
  at = turn - minute;
  expect(await archives()).toMatchObject({ files: [], waiting: [], timezone: 'America/New_York' });
  await make('2026-12');
  expect((await archives()).files).toEqual([]);
  at = turn + 20 * minute;
  expect((await archives()).waiting).toEqual(['2026-12']);
  spool.add(slicesOf({ station: key, account, from: turn - 5 * minute, to: turn }));
  await make('2026-12');
  expect((await archives()).files).toEqual([]);
  spool.state.batches = [];
  await make('2026-11');
  await make('2026-12');
  const { files, waiting } = await archives();
  expect(waiting).toEqual([]);
  expect(files).toMatchObject([{ period: '2026-12', filename: `raw-${key}-2026-12.csv.gz`, rows: 2, url: null }]);
});

it('a file is downloaded by a link that works once, and matches its hash and row count', async () => {
  await client.ok(api.subscribe, { params: { key } });
  await record(turn - 20 * minute, 40);
  at = turn + 20 * minute;
  await make('2026-12');
  const [file] = (await archives('2026-12')).files;
  const reply = await client.send('GET', file?.url ?? '');
  expect(reply.headers.get('content-disposition')).toContain(`raw-${key}-2026-12.csv.gz`);
  expect(reply.headers.get('content-encoding')).toBeNull();
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(bytes).toHaveLength(file?.bytes ?? -1);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256);
  const lines = gunzipSync(bytes).toString('utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength((file?.rows ?? 0) + 1);
  // January’s rows are in January’s file.
  expect(lines[1]).toContain(',"2026-12-31T23:40:00-05:00","",1200,');
  expect((await client.send('GET', file?.url ?? '')).status).toBe(410);
  const none = await (await signedIn()).call(api.archives, { params: { key }, query: { period: ['2026-11'] } });
  expect([none.status, none.json.error.code]).toEqual([404, 'raw.noArchive']);
});

it('a file is made by the portal’s own jobs, also after an interruption', async () => {
  await client.ok(api.subscribe, { params: { key } });
  await record(Date.UTC(2026, 11, 5), 10);
  at = turn + 20 * minute;
  // A killed process left a file that was never recorded.
  await portal.kernel.storage.put(archiveFile(key, '2026-12'), Buffer.from('half'), 'application/gzip');
  await portal.startJobs();
  await expect.poll(async () => (await archives()).files.length, { timeout: 60_000 }).toBe(1);
  const file = gunzipSync(await buffer(await portal.kernel.storage.read(archiveFile(key, '2026-12'))));
  expect(file.toString('utf8').trimEnd().split('\r\n')).toHaveLength(2);
});

it('an archive stays with a station that is restored or moved, and is deleted with one', async () => {
  await client.ok(api.subscribe, { params: { key } });
  await record(Date.UTC(2026, 11, 5), 10);
  at = turn + 20 * minute;
  await make('2026-12');
  // The portal has been running its jobs since the previous test, and may be making it already.
  await expect.poll(async () => (await archives()).files.length, { timeout: 60_000 }).toBe(1);
  client = await signedIn();
  admin = await portal.as(await portal.make.person({ admin: true }));
  await client.ok(stations.remove, { params: { key } });
  expect((await client.call(api.archives, { params: { key } })).status).toBe(404);
  await client.ok(stations.restore, { params: { id: account, stationKey: key } });
  account = await portal.make.account();
  await admin.ok(stations.transfer, { params: { key, accountId: account } });
  expect((await archives()).files).toHaveLength(1);
  expect((await client.call(api.archives, { params: { key } })).status).toBe(404);
  await forgetArchiveFiles(portal.kernel, [key]);
  expect(await portal.kernel.storage.size(archiveFile(key, '2026-12'))).toBeUndefined();
});
