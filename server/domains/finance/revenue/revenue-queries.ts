import type { ClickHouseClient } from '@clickhouse/client';
import type { AccountKey } from '#contract/rules/keys.ts';
import { earnedMicros, earningColumns } from '#server/domains/analytics/revenue-tables.service.ts';
import {
  bucketOf,
  emptyIfMissing,
  emptyIfNeverRecorded,
  literal,
  queryRows,
  singleThreaded,
  within,
} from '#server/platform/clickhouse/query.ts';
import { daysWithin, type TimeRange } from '#server/platform/period.ts';

/*
 * What an account earned, from sums by quarter hour, which align with the days of every time zone, or by day (UTC) with the quarter
 * hours at the ends of the period. Impressions of its own campaigns are counted apart, in the currency of their price. Amounts are
 * micros: whole numbers that a double holds exactly.
 */

/** Sums of one currency: `n` impressions that earned `micros`, and `own` ones that are worth `own_micros`. */
export type Sums = { unit: string; n: number; micros: number; own: number; own_micros: number };

/** The columns of `Sums`, of rows with what was earned. */
const sums = `unit, toFloat64(sumIf(t.impressions, is_own = 0)) as n, toFloat64(sumIf(t.micros, is_own = 0)) as micros,
  toFloat64(sumIf(t.impressions, is_own = 1)) as own, toFloat64(sumIf(t.micros, is_own = 1)) as own_micros`;

export type Part = {
  account: AccountKey;
  range: TimeRange;
  campaign?: string | undefined;
  station?: string | undefined;
};

const whereOf = ({ account, campaign, station }: Omit<Part, 'range'>): string =>
  `account = ${literal(account)}${campaign === undefined ? '' : ` and campaign = ${literal(campaign)}`}${
    station === undefined ? '' : ` and station = ${literal(station)}`
  }`;

const inQuarters = (part: Part, range: TimeRange): string =>
  `select one.at as at, one.station as station, one.campaign as campaign, ${earningColumns('one')},
     one.impressions as impressions, ${earnedMicros('one')} as micros
   from revenue_quarters as one where ${whereOf(part)} and ${within(range, 'one.at')} and payer <> ''`;

/** What was earned in a period: in its whole days, and in the quarter hours at its ends. */
const fromDays = (part: Part): string => {
  const { days, ends } = daysWithin(part.range);
  const sources = [
    ...days.map(
      (range) => `select at, station, campaign, is_own, unit, impressions, micros
        from revenue_days as one where ${whereOf(part)} and ${within(range, 'one.at')}`,
    ),
    ...ends.map((range) => inQuarters(part, range)),
  ];
  return `from (${sources.join(' union all ')}) as t`;
};

/** By bucket (its start in ms) and currency. */
export const byBucket = async (
  clickhouse: ClickHouseClient,
  { account, range }: Pick<Part, 'account' | 'range'>,
  starts: readonly number[],
): Promise<(Sums & { start: number })[]> =>
  await queryRows<Sums & { start: number }>(
    clickhouse,
    `select toFloat64(${bucketOf('toUnixTimestamp(t.at)', starts)}) * 1000 as start,
       ${sums} from revenue_totals as t where account = ${literal(account)} and ${within(range, 't.at')} group by start, unit`,
    singleThreaded,
  ).catch(emptyIfNeverRecorded(clickhouse, []));

/** By campaign or by station and currency, the highest first. */
export const byPart = async (
  clickhouse: ClickHouseClient,
  part: Part,
  by: 'campaign' | 'station',
  limit: number,
): Promise<(Sums & { key: string })[]> =>
  await queryRows<Sums & { key: string }>(
    clickhouse,
    `select ${by} as key, ${sums} ${fromDays(part)} group by key, unit
     having n <> 0 or own <> 0 order by sumIf(t.micros, is_own = 0) desc, own_micros desc, key limit ${String(limit)}`,
    singleThreaded,
  ).catch(emptyIfNeverRecorded(clickhouse, []));

/** By day (its start in ms), station, campaign and currency, without the account's own campaigns. */
export const byDay = async (
  clickhouse: ClickHouseClient,
  part: Part,
  starts: readonly number[],
): Promise<(Sums & { start: number; station: string; campaign: string })[]> =>
  await queryRows(
    clickhouse,
    `select toFloat64(${bucketOf('toUnixTimestamp(t.at)', starts)}) * 1000 as start,
       station, campaign, ${sums} from (${inQuarters(part, part.range)}) as t where is_own = 0
     group by start, station, campaign, unit`,
  );

/** Whether the account ever earned anything. */
export const hasEarned = async (clickhouse: ClickHouseClient, account: AccountKey): Promise<boolean> =>
  (
    await queryRows(
      clickhouse,
      `select 1 as one from revenue_totals as t where account = ${literal(account)} and is_own = 0 limit 1`,
    ).catch(emptyIfMissing([]))
  ).length > 0;

/** The accounts that earned something since a time (ms). */
export const earnersSince = async (clickhouse: ClickHouseClient, since: number): Promise<AccountKey[]> =>
  (
    await queryRows<{ account: AccountKey }>(
      clickhouse,
      `select distinct account from revenue_totals as t where t.at >= toDateTime(${String(Math.floor(since / 1000))}, 'UTC')
         and is_own = 0 order by account`,
    ).catch(emptyIfMissing([]))
  ).map(({ account }) => account);

/** When the account first earned something (ms); undefined if it never did. */
export const firstEarned = async (clickhouse: ClickHouseClient, account: AccountKey): Promise<number | undefined> =>
  (
    await queryRows<{ at: number }>(
      clickhouse,
      `select toFloat64(toUnixTimestamp(min(t.at))) * 1000 as at from revenue_totals as t
       where account = ${literal(account)} and is_own = 0 having count() > 0`,
    ).catch(emptyIfMissing([]))
  )[0]?.at;
