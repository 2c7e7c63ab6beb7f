import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { dayMs } from '#contract/rules/time.ts';
import { sessionRow, appTables } from './app/app-sessions.ts';
import { callTables } from './calls/record-calls.service.ts';
import { clickhouseTime } from '#server/platform/clickhouse/clickhouse-time.ts';
import { forgetOldAppsAndCalls } from './forget-old-sessions.ts';

const now = new Date('2026-11-21T12:00:00Z');

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse();
});
afterAll(() => clickhouse.drop());

const daysOf = async (table: string, column: string): Promise<string[]> => {
  const query = `select toString(toDate(${column})) as date from ${table} order by date`;
  const rows = await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<{ date: string }>();
  return rows.map(({ date }) => date);
};

it('deletes rows older than the retention, and does nothing where nothing was recorded', async () => {
  const { client } = clickhouse;
  await forgetOldAppsAndCalls(client, 100, now);
  for (const statement of [...appTables, ...callTables]) await createTable(client, statement);
  const times = [0, 99, 100, 101].map((days) => now.getTime() - days * dayMs);
  await client.insert({
    table: 'app_sessions',
    values: times.map((at) =>
      sessionRow({
        ...{ station: 's', platform: 'ios', listener: '1', session: randomUUID(), country: '' },
        ...{ day: Math.floor(at / dayMs) * dayMs, first: at, last: at, ended: 0 },
      }),
    ),
    format: 'JSONEachRow',
  });
  const call = {
    station: 's',
    account: 'a',
    did: '+1',
    caller: '1',
    country: '',
    recorded: clickhouseTime(now.getTime()),
  };
  const rows = times.map((at) => ({
    ...call,
    call: randomUUID(),
    started: clickhouseTime(at),
    answered: clickhouseTime(0),
    ended: clickhouseTime(at),
  }));
  await client.insert({ table: 'calls', values: rows, format: 'JSONEachRow' });
  for (let time = 0; time < 2; time++) {
    await forgetOldAppsAndCalls(client, 100, now);
    expect(await daysOf('app_sessions', 'at')).toEqual(['2026-08-13', '2026-08-14', '2026-11-21']);
    expect(await daysOf('calls', 'started')).toEqual(['2026-08-13', '2026-08-14', '2026-11-21']);
  }
});
