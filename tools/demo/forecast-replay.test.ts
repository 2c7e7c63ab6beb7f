import type { ClickHouseClient } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import {
  accuracyOf,
  expectedOf,
  forecastDays,
  ratiosOf,
  testedDays,
} from '#server/domains/campaigns/pacing/backtest.ts';
import { demoAccounts } from './demo-accounts.ts';
import { writeDay } from './listening.ts';

/** The last day of the demonstration's listening (UTC), any day of the past. */
const last = Date.UTC(2025, 4, 30);
const history = 28;
const days = testedDays + history;

/** The listener hours of a station of the demonstration on each day, oldest first. */
const heardHours = async (of: (typeof demoAccounts)[number]['stations'][number]): Promise<number[]> => {
  const hours = Array.from({ length: days }, () => 0);
  const clickhouse = {
    insert: ({ table, values }: { table: string; values: { since: string; until: string }[] }) => {
      if (table !== 'slices') return;
      for (const { since, until } of values) {
        const [from, to] = [Date.parse(`${since}Z`), Date.parse(`${until}Z`)];
        const day = days - 1 - Math.floor((last + dayMs - 1 - from) / dayMs);
        if (day >= 0 && day < days) hours[day]! += (to - from) / hourMs;
      }
    },
  } as unknown as ClickHouseClient;
  const at = { account: 'a' as AccountKey, station: 's' as StationKey, of, tracks: new Map<string, string>() };
  for (let age = days - 1; age >= 0; age--) await writeDay(clickhouse, at, last - age * dayMs, age);
  return hours;
};

it('of the demonstration’s 90 days, forecasts of 14 days are off by at most 15 %, and bounds learnt before hold', async () => {
  // The smallest station is the hardest to forecast.
  const [smallest] = demoAccounts.flatMap(({ stations }) => stations).toSorted((a, b) => a.audience - b.audience);
  const hours = await heardHours(smallest!);
  expect(accuracyOf(ratiosOf(hours)).medianError).toBeLessThanOrEqual(0.15);
  let [inside, all] = [0, 0];
  // Each forecast has the bounds of those whose 14 days were over by then.
  for (let at = history + 2 * forecastDays; at + forecastDays <= days; at++) {
    const { low, high } = accuracyOf(ratiosOf(hours.slice(0, at)));
    const actual = hours.slice(at, at + forecastDays).reduce((sum, one) => sum + one, 0);
    const ratio = actual / expectedOf(hours.slice(at - history, at));
    all++;
    if (ratio >= low && ratio <= high) inside++;
  }
  expect(inside / all).toBeGreaterThanOrEqual(0.8);
}, 60_000);
