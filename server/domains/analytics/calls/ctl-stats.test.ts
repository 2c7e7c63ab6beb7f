import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import { ctlStats as api } from '#contract/api/ctl-stats.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { forgetListening } from '../forget-stations.ts';
import { callTables, recordCalls, type RecordedCall } from './record-calls.service.ts';

const minute = 60_000;
/** 14:40 in Berlin. */
const now = Date.UTC(2026, 10, 21, 13, 40);
const today = { from_date: '2026-11-21', to_date: '2026-11-21' };

let clickhouse: TestClickHouse;
let portal: TestPortal;
let client: TestClient;
let account: AccountKey;

beforeAll(async () => {
  clickhouse = await testClickHouse();
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url }, clock: { now: () => new Date(now) } });
  account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  client = await portal.as(person);
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

const station = async (name: string): Promise<StationKey> => {
  const key = await portal.make.station(account, { name });
  const { db } = portal.kernel;
  await db.updateTable('stations').set({ default_timezone: 'Europe/Berlin' }).where('key', '=', key).execute();
  return key;
};

/** A call of these minutes that was answered after 6 s. */
const call = (of: StationKey, at: number, minutes: number, given: Partial<RecordedCall> = {}): RecordedCall => {
  const started = now + at * minute;
  return {
    ...{ call: randomUUID(), station: of, account, did: '+49301234567', caller: '+491701', country: 'DE' },
    ...{ started, answered: started + 6000, ended: started + 6000 + minutes * minute },
    ...given,
  };
};

const record = (...calls: RecordedCall[]) => recordCalls({ ...portal.kernel, clickhouse: clickhouse.client }, calls);
const stats = (key: StationKey) =>
  client.ok(api.station, { params: { key, type: 'day' }, query: { ...today, frequency: 'hour' } });

it('call statistics are empty where no call was ever recorded', async () => {
  const found = await stats(await station('Silent'));
  expect(found.period_stats.stats).toEqual({ calls: 0, answered: 0, minutes: 0, uniques: 0, average: 0 });
  expect(found.hour_stats).toHaveLength(24);
  for (const statement of callTables) await createTable(clickhouse.client, statement);
});

it('call statistics count calls by hour, phone number, country and station, each where it began', async () => {
  const [one, other] = [await station('One'), await station('Other')];
  await record(
    call(one, -45, 30),
    call(one, -30, 10, { did: '+49307654321' }),
    call(one, -20, 2, { caller: '+431', country: 'AT' }),
    call(one, -10, 0, { answered: null, caller: '+432', country: 'AT' }),
    call(other, -5, 1, { caller: '+431', country: 'AT' }),
    call(one, -15 * 60, 5),
  );
  const found = await stats(one);
  const all = { calls: 4, answered: 3, minutes: 42, uniques: 3, average: 14 * 60 };
  expect(found).toMatchObject({ timezone: 'Europe/Berlin', period_stats: { stats: all }, day_stats: [] });
  expect(
    [found.hour_stats[13], found.hour_stats[14]].map((bucket) => [bucket!.stats.calls, bucket!.stats.minutes]),
  ).toEqual([
    [1, 30],
    [3, 12],
  ]);
  expect(found.did_stats.map(({ did, stats: of }) => [did, of.calls, of.minutes])).toEqual([
    ['+49301234567', 3, 32],
    ['+49307654321', 1, 10],
  ]);
  expect(found.country_stats.map(({ name, stats: of }) => [name, of.calls, of.uniques])).toEqual([
    ['Germany', 2, 1],
    ['Austria', 2, 2],
  ]);
  const ofAccount = await client.ok(api.account, {
    params: { id: account, type: 'period' },
    query: { from_date: '2026-11-20', to_date: '2026-11-21', frequency: 'day' },
  });
  expect(ofAccount.period_stats.stats).toEqual({ calls: 6, answered: 5, minutes: 48, uniques: 3, average: 48 * 12 });
  expect(ofAccount.day_stats.map((day) => day.stats.calls)).toEqual([1, 5]);
  expect(ofAccount.station_stats.map(({ name, stats: of }) => [name, of.calls])).toEqual([
    ['One', 5],
    ['Other', 1],
  ]);
});

it('call statistics order numbers with as many calls by number', async () => {
  const key = await station('Even');
  const numbers = Array.from({ length: 9 }, (_, n) => `+4930000000${String(n)}`);
  await record(...numbers.toReversed().map((did) => call(key, -30, 1, { did })));
  expect((await stats(key)).did_stats.map(({ did }) => did)).toEqual(numbers);
});

it('call statistics count a call once as last recorded, even if its start changed', async () => {
  const key = await station('Again');
  const first = call(key, -30, 3);
  await record(first);
  await Promise.all([record(first), record(first)]);
  expect((await stats(key)).period_stats.stats).toMatchObject({ calls: 1, minutes: 3 });
  await recordCalls({ ...portal.kernel, clock: { now: () => new Date(now + 1000) }, clickhouse: clickhouse.client }, [
    { ...first, started: first.started - 40 * 24 * 60 * minute, answered: null },
  ]);
  expect((await stats(key)).period_stats.stats).toMatchObject({ calls: 0 });
});

it('calls store nothing that identifies a caller, and are deleted with the station', async () => {
  const key = await station('Forgotten');
  await record(call(key, -30, 3, { caller: '+4917012345678' }));
  const { client: of } = clickhouse;
  const rows = async () =>
    await (await of.query({ query: `select * from calls where station = '${key}'`, format: 'JSONEachRow' })).text();
  expect(await rows()).toContain(key);
  expect(await rows()).not.toContain('17012345678');
  await forgetListening(of, [key]);
  expect(await rows()).toBe('');
});
