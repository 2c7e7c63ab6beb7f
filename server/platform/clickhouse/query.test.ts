import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { queryRows, isLimitExceeded, bucketOf, emptyIfNeverRecorded } from './query.ts';

let clickhouse: TestClickHouse;
beforeAll(async () => (clickhouse = await testClickHouse()));
afterAll(async () => await clickhouse.drop());

const failureOf = async (query: string): Promise<unknown> =>
  await queryRows(clickhouse.client, query).then(
    () => undefined,
    (error: unknown) => error,
  );

it('aborts a query that reads too much, and distinguishes that from a failure', async () => {
  expect(isLimitExceeded(await failureOf('select sum(number) from numbers(1000000000)'))).toBe(true);
  expect(isLimitExceeded(await failureOf('select nothing from nowhere'))).toBe(false);
});

it('returns rows with texts and numbers unchanged', async () => {
  const one = `select toFloat64(number) as n, concat('"', char(10), toString(number), ' ü') as text from numbers(2)`;
  expect(await queryRows(clickhouse.client, one)).toEqual([
    { n: 0, text: '"\n0 ü' },
    { n: 1, text: '"\n1 ü' },
  ]);
  expect(await queryRows(clickhouse.client, 'select 1 as one where 0')).toEqual([]);
});

it.each(['1969-12-31', '2026-11-20', '2149-06-05'])('finds the bucket of a time, also around %s', async (date) => {
  const day = Date.parse(`${date}T00:00:00Z`);
  const starts = [day, day + 3_600_000, day + 7_200_000];
  const query = `select toFloat64(${bucketOf(`toInt64(${day / 1000 + 3700})`, starts)}) as slot`;
  expect(await queryRows(clickhouse.client, query)).toEqual([{ slot: day / 1000 + 3600 }]);
});

it('treats a missing table as empty, but not while its rollup is being built', async () => {
  const { client } = clickhouse;
  const answer = () =>
    queryRows<object>(client, 'select 1 as one from hour_sums').catch(emptyIfNeverRecorded(client, []));
  expect(await answer()).toEqual([]);
  await client.command({ query: 'create table hour_sums_unfinished (one UInt8) engine = MergeTree order by one' });
  await client.command({ query: 'create table slices (one UInt8) engine = MergeTree order by one' });
  expect(await answer()).toEqual([]);
  await client.command({ query: 'insert into slices values (1)' });
  await expect(answer()).rejects.toThrow('rollups are being built');
  await client.command({ query: 'drop table hour_sums_unfinished' });
  expect(await answer()).toEqual([]);
});
