import { expect, it } from 'vitest';
import { createTables } from '#server/domains/analytics/clickhouse-tables.ts';
import { testClickHouse } from '#server/testing/clickhouse.ts';
import { insertOfSums, isSums } from './older-sums.ts';

it('records audiences that an older release copied by the day alone, for their weeks as well', async () => {
  const { client, drop } = await testClickHouse();
  await createTables(client);
  const ask = async (query: string) =>
    (await client.query({ query, format: 'JSONEachRow' })).json<Record<string, string>>();
  const [sketches] = await ask(
    'select hex(uniqState(toUInt64(7))) as addresses, hex(uniqCombinedState(12)(toUInt64(7))) as estimate',
  );
  const line = (day: string) =>
    JSON.stringify({
      ...{
        station: 's',
        dimension: 'country',
        at: `${day} 00:00:00`,
        value: 'DE',
        ms: '5',
        bytes: '1',
        connected: '2',
      },
      ...{ disconnected: '2', carried: '1', impressions: '3', thirdQuartile: '0', ...sketches },
    });
  expect(isSums('part_sums')).toBe(true);
  // A Monday, and the day after it.
  const lines = [line('2025-03-03'), line('2025-03-04')];
  await client.command({ query: await insertOfSums(client, 'part_sums', lines) });
  const found = (table: string) =>
    ask(`select toUInt16(hours) as hours, toString(toDate(at)) as day, toUInt32(sum(t.ms)) as ms, toUInt32(sum(t.carried)) as carried,
      toUInt32(sum(t.impressions)) as impressions, toUInt32(uniqMerge(t.addresses)) as uniques
      from ${table} as t group by hours, at order by hours, at`);
  const expected = [
    { hours: 24, day: '2025-03-03', ms: 5, carried: 1, impressions: 3, uniques: 1 },
    { hours: 24, day: '2025-03-04', ms: 5, carried: 1, impressions: 3, uniques: 1 },
    { hours: 168, day: '2025-03-03', ms: 10, carried: 1, impressions: 6, uniques: 1 },
  ];
  expect(await found('audience_sums')).toEqual(expected);
  expect(await found('portal_audience_sums')).toEqual(expected);
  await drop();
}, 60_000);
