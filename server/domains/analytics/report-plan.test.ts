import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs } from '#contract/rules/time.ts';
import { daysBefore, periodOf } from '#server/platform/period.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { reportCacheTable } from './report-cache/report-cache-table.ts';
import { planReport } from './report-plan.ts';

const station = 's-8ddf878z39b7z767c4a5bc';
const days = { from_date: '2026-11-16', to_date: '2026-11-22' };
const period = periodOf('period', { ...days, frequency: 'day' }, 'UTC');
const before = periodOf('period', { ...daysBefore(days), frequency: 'day' }, 'UTC');
const today = period.days.at(-1)!;

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse();
  await clickhouse.client.command({ query: reportCacheTable });
  // Thirteen days of 15,000 sessions are 195,000; reports on more than 200,000 estimate their listeners.
  await clickhouse.client.insert({
    table: 'report_cache',
    format: 'JSONEachRow',
    values: [...before.days, ...period.days.slice(0, -1)].map((day) => ({
      ...{ step: 'day', subject: station, zone: 'UTC', at: day / 1000, connected: 15_000 },
      computed_at: (today + hourMs) / 1000,
    })),
  });
});
afterAll(async () => await clickhouse.drop());

it.each([
  [1, 'small'],
  [7, 'small'],
  [9, 'large'],
] as const)(
  'after %i hours the running day has as many sessions as the days before on average: %s',
  async (hours, size) => {
    const watermarks = Promise.resolve({ late: new Map(), songs: new Map() });
    const about = { stations: [station], period, before, now: today + hours * hourMs, watermarks };
    const plan = await planReport(clickhouse.client, about);
    expect(plan.cached.uncachedPeriods.map(({ start }) => start)).toEqual([today]);
    expect(plan.size).toBe(size);
  },
);
