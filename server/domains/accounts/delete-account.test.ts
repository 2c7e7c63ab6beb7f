import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { stations } from '#contract/api/stations.ts';
import { slicesOf } from '#server/domains/analytics/testing/listening.ts';
import { store } from '#server/domains/analytics/spool-consumer.ts';
import { stationRollups } from '#server/domains/analytics/rollups.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testEngine, type TestEngine } from '#server/testing/engine.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { newKey } from '#server/kernel/keys.ts';
import { subscribedKernel } from '#server/testing/subscribed-kernel.ts';
import { purgeAccount } from './purge-account.ts';

let clickhouse: TestClickHouse;
let engine: TestEngine;
let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let who: TestPerson;
let leftover: AccountKey;

beforeAll(async () => {
  [clickhouse, engine] = await Promise.all([testClickHouse({ withTables: true }), testEngine('control')]);
  const config = { clickhouseUrl: clickhouse.url, engineUrl: engine.url, engineToken: 'control' };
  portal = await testPortal({ config });
  portal.engine.start();
  admin = await portal.as(await portal.make.person({ admin: true }));
  who = await portal.make.person();
  owner = await portal.as(who);
  leftover = await portal.make.account({ deleted: true });
  await addTrack(await portal.make.station(leftover));
  await portal.startJobs();
});
afterAll(async () => {
  await portal.close();
  await Promise.all([engine.leave(), clickhouse.drop()]);
});

// Background jobs on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const addTrack = async (station: StationKey): Promise<string[]> => {
  const { db, storage } = portal.kernel;
  const key = await portal.make.track(station);
  const files = [`originals/${key}`, `renditions/${key}-mp3.mp3`, `renditions/${key}-aac.aac`];
  for (const file of files) await storage.put(file, Buffer.from('sound'), 'audio/mpeg');
  for (const [i, path] of files.slice(1).entries())
    await db
      .insertInto('renditions')
      .values({
        track_key: key,
        codec: i ? 'aac' : 'mp3',
        bitrate: 1,
        sample_rate: 1,
        channels: 2,
        path,
        size: 5,
        duration_ms: 9,
      })
      .execute();
  await db.insertInto('playlist_tracks').values({ station_key: station, track_key: key, position: 1 }).execute();
  await db
    .insertInto('upload_tasks')
    .values({
      id: `task-${key}`,
      station_key: station,
      user_id: who.id,
      filename: 'a.mp3',
      status: 'SUCCESS',
      track_key: key,
      error_code: null,
      error_message: null,
    })
    .execute();
  return files;
};

let batch = 0;
const addListening = async (account: AccountKey, station: StationKey): Promise<void> => {
  const from = Date.UTC(2026, 10, 20, 12);
  const event = {
    type: 'source',
    station,
    account,
    at: from,
    event: 'taken',
    reason: '',
    ip: '1.1.1.1',
    user_agent: 'butt',
  } as const;
  const play = {
    type: 'play',
    station,
    account,
    at: from,
    source: 'live',
    track: null,
    title: 'T',
    artist: 'A',
    album: '',
  } as const;
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  const events = [...slicesOf({ account, station, from, to: from + 3_600_000, embed: newKey('player') }), event, play];
  await store({ ...parts, secrets: portal.kernel.secrets }, { engine: 'e', batch: ++batch, events });
};
const listeningTables = ['slices', ...stationRollups.map(({ name }) => name), 'plays', 'sources'];
const countListening = async (station: StationKey): Promise<number> => {
  const query = listeningTables
    .map((name) => `select count() as n from ${name} where station = '${station}'`)
    .join(' union all ');
  const result = await clickhouse.client.query({
    query: `select sum(n > 0) as filled from (${query})`,
    format: 'JSONEachRow',
  });
  return Number((await result.json<{ filled: string }>())[0]?.filled);
};

/** An account with every kind of data. */
const fullAccount = async () => {
  const { db } = portal.kernel;
  const { key } = await owner.ok(accounts.create, {
    body: { company: 'Gone Radio', email: 'a@gone.test', vatid: 'DE1', telephone: '1', country: 'DE', doy: 'X' },
  });
  await owner.ok(accounts.setLogo, { params: { key }, file: await picture(64, 64) });
  await owner.ok(accounts.addApplication, { params: { id: key }, body: { name: 'App', platform: 'ios' } });
  await admin.ok(accounts.setInvoiceSettings, {
    body: { accountKey: key, accountName: 'G', referenceNumber: '1', mount: '', cpmRate: 1, brdEmail: 'b@gone.test' },
  });
  const station = await owner.ok(stations.create, { params: { id: key }, body: { name: 'Gone for good' } });
  await owner.ok(stations.setBackground, { params: { key: station.key }, file: await picture(64, 64) });
  const second = await portal.make.station(key, { deleted: true });
  const email = 'friend@gone.test';
  await owner.ok(people.inviteToAccount, { params: { id: key, role: 'admin' }, query: { email }, body: {} });
  await owner.ok(people.inviteToStation, { params: { id: station.key, role: 'staff' }, query: { email }, body: {} });
  await portal.make.stationMember(station.key, await portal.make.person(), 'staff');
  const row = await db.selectFrom('accounts').select('logo').where('key', '=', key).executeTakeFirstOrThrow();
  const { background } = await db
    .selectFrom('stations')
    .select('background')
    .where('key', '=', station.key)
    .executeTakeFirstOrThrow();
  const files = [
    `images/${row.logo ?? ''}`,
    `images/${background ?? ''}`,
    ...(await addTrack(station.key)),
    ...(await addTrack(second)),
  ];
  return { key, station: station.key, second, files };
};

const sizes = (files: string[]) => Promise.all(files.map((file) => portal.kernel.storage.size(file)));
const company = async (key: AccountKey) =>
  (await portal.kernel.db.selectFrom('accounts').select('company').where('key', '=', key).executeTakeFirstOrThrow())
    .company;
const awaitPurge = (key: AccountKey) => expect.poll(() => company(key), { timeout: 45_000, interval: 50 }).toBe('');
const endTrial = async (key: AccountKey): Promise<void> => {
  const [trial] = await owner.ok(billing.ofAccount, { params: { id: key } });
  await owner.ok(billing.cancelOfAccount, { params: { id: key, subId: trial?.id ?? '' } });
};
const codeOf = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code;
const remove = (key: AccountKey, client = admin) => client.call(accounts.remove, { params: { key } });

/** The tables and columns that contain these keys as account, station or station row, except in events, logs and rates of pay. */
const rowsNaming = async (keys: string[]): Promise<string[]> => {
  const { db } = portal.kernel;
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('account_key', 'station_key') and table_name <> 'ad_rates'
      or table_schema = 'public' and table_name = 'stations' and column_name = 'key'`.execute(db);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = any(${keys})`.execute(db);
    if (rows[0] && rows[0].n > 0) found.push(`${table}.${column}`);
  }
  return found;
};

test('removes all data of an account, and none of another one', async () => {
  const deleted = await fullAccount();
  const other = await fullAccount();
  for (const { key, station } of [deleted, other]) await addListening(key, station);
  await engine.until(() => engine.stations.has(deleted.station) && engine.stations.has(other.station));
  expect((await rowsNaming([deleted.key, deleted.station])).length).toBeGreaterThan(8);

  const refused = await remove(deleted.key);
  expect([refused.status, codeOf(refused.text)]).toEqual([409, 'account.hasSubscription']);
  await endTrial(deleted.key);
  expect((await remove(deleted.key, owner)).status).toBe(403);
  expect((await remove(deleted.key)).status).toBe(204);

  for (const client of [owner, admin]) {
    expect((await client.call(accounts.get, { params: { key: deleted.key } })).status).toBe(404);
    expect((await client.call(stations.get, { params: { key: deleted.station } })).status).toBe(404);
  }
  expect((await remove(deleted.key)).status).toBe(404);
  await engine.until(() => !engine.stations.has(deleted.station));
  await awaitPurge(deleted.key);
  expect(new Set(await sizes(deleted.files))).toEqual(new Set([undefined]));
  expect(await rowsNaming([deleted.key, deleted.station, deleted.second])).toEqual([]);
  await expect.poll(() => countListening(deleted.station), { timeout: 45_000, interval: 100 }).toBe(0);

  expect(await sizes(other.files)).not.toContain(undefined);
  expect(await countListening(other.station)).toBe(listeningTables.length);
  expect(engine.stations.has(other.station)).toBe(true);
  expect((await owner.ok(accounts.get, { params: { key: other.key } })).company).toBe('Gone Radio');
});

test('leaves the key of a deleted account, but no personal data', async () => {
  const { key } = await fullAccount();
  await endTrial(key);
  await remove(key);
  await awaitPurge(key);
  const { db } = portal.kernel;
  const row = await db.selectFrom('accounts').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  const words = Object.entries(row).filter(([, value]) => typeof value === 'string' && /[\p{L}\p{N}]/u.test(value));
  expect(Object.fromEntries(words)).toEqual({ key, currency: 'USD' });
  expect(row).toMatchObject({ custom_limits: {}, invoice_settings: {}, requested_plan: null, logo: null });
  expect(row.deleted_at).not.toBeNull();
});

test('deletes late listening data again a day later', async () => {
  const { key, station } = await fullAccount();
  await endTrial(key);
  await remove(key);
  await awaitPurge(key);
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from start_after - now()) / 3600 as hours from pgboss.job
    where name = 'accounts.forgetListening' and state = 'created' and data ->> 'stations' like ${`%${station}%`}`.execute(
    portal.kernel.db,
  );
  expect(rows.map(({ hours }) => Math.round(hours))).toContain(24);
});

test('removes its invitations from users’ inboxes', async () => {
  const friend = await portal.make.person();
  const invited = await portal.as(friend);
  const { key } = await fullAccount();
  await owner.ok(people.inviteToAccount, {
    params: { id: key, role: 'admin' },
    query: { email: friend.email },
    body: {},
  });
  await portal.drain();
  expect(await invited.ok(people.myInvites)).toHaveLength(1);
  const changes: unknown[] = [];
  portal.kernel.events.onAnnounced('inbox.changed', (payload) => changes.push(payload['of']));
  await endTrial(key);
  await remove(key);
  expect(await invited.ok(people.myInvites)).toEqual([]);
  await expect.poll(() => changes, { timeout: 20_000 }).toContainEqual([friend.id]);
});

test('schedules a nightly check for unpurged accounts', async () => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(portal.kernel.db);
  const names = rows.map(({ name }) => name);
  expect(names).toContain('accounts.purgeUnpurged');
  expect(names).toContain('billing.endTrials');
});

test('resumes the purge of a killed process at startup', async () => {
  await awaitPurge(leftover);
  expect(await rowsNaming([leftover])).toEqual([]);
});

test('resumes an interrupted purge, and ignores purged and active accounts', async () => {
  const { key, station, files } = await fullAccount();
  await purgeAccount(portal.kernel, key);
  expect(await company(key)).toBe('Gone Radio');
  const { db } = portal.kernel;
  await db.deleteFrom('subscriptions').where('account_key', '=', key).execute();
  await db.updateTable('accounts').set({ deleted_at: new Date() }).where('key', '=', key).execute();
  let left = 2;
  const failing = {
    ...portal.kernel.storage,
    remove: async (file: string) => {
      if (left-- === 0) throw new Error('the disk is away');
      await portal.kernel.storage.remove(file);
    },
  };
  await expect(purgeAccount(subscribedKernel(portal.kernel, { storage: failing }, portal.engine), key)).rejects.toThrow(
    'the disk is away',
  );
  expect(await rowsNaming([station])).toContain('tracks.station_key');
  const away = { deliver: () => Promise.reject(new Error('the engine is away')) };
  await purgeAccount(subscribedKernel(portal.kernel, {}, away), key);
  expect(new Set(await sizes(files))).toEqual(new Set([undefined]));
  expect([await company(key), await rowsNaming([key, station])]).toEqual(['', []]);
  await purgeAccount(portal.kernel, key);
});
