import type { ClickHouseClient } from '@clickhouse/client';
import type { AccountKey } from '#contract/keys.ts';
import { bucketStarts, emptyIfMissing, literal, queryRows, within } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';

/*
 * What an account earned, from sums by quarter hour, which align with the days of every time zone. Impressions of its own campaigns are
 * counted apart, in the currency of their price. Amounts are micros: whole numbers that a double holds exactly.
 */

/** Sums of one currency: `n` impressions that earned `micros`, and `own` ones that are worth `own_micros`. */
export type Sums = { unit: string; n: number; micros: number; own: number; own_micros: number };

const isOwn = (account: AccountKey): string => `payer = ${literal(account)}`;
/** The columns of `Sums`, of rows with these columns. */
const sums = (account: AccountKey): string => `if(${isOwn(account)}, t.price_currency, t.currency) as unit,
  toFloat64(sum(if(${isOwn(account)}, 0, t.impressions))) as n,
  toFloat64(sum(t.impressions * toInt64(t.payout))) as micros,
  toFloat64(sum(if(${isOwn(account)}, t.impressions, 0))) as own,
  toFloat64(sum(if(${isOwn(account)}, t.impressions * toInt64(t.price), 0))) as own_micros`;

export type Part = {
  account: AccountKey;
  range: TimeRange;
  campaign?: string | undefined;
  station?: string | undefined;
};

const from = ({ account, range, campaign, station }: Part): string =>
  `from revenue_quarters as t where account = ${literal(account)} and ${within(range, 't.at')} and payer <> ''
   ${campaign === undefined ? '' : `and campaign = ${literal(campaign)}`}
   ${station === undefined ? '' : `and station = ${literal(station)}`}`;

const fromSums = ({ account, range }: Pick<Part, 'account' | 'range'>): string =>
  `from revenue_sums as t where account = ${literal(account)} and ${within(range, 't.at')} and payer <> ''`;

/** By bucket (its start in ms) and currency. */
export const byBucket = async (
  clickhouse: ClickHouseClient,
  part: Pick<Part, 'account' | 'range'>,
  starts: readonly number[],
): Promise<(Sums & { start: number })[]> =>
  await queryRows(
    clickhouse,
    `select toFloat64(roundDown(toUnixTimestamp(t.at), ${bucketStarts(starts)})) * 1000 as start,
       ${sums(part.account)} ${fromSums(part)} group by start, unit`,
  );

/** By campaign or by station and currency, the highest first. */
export const byPart = async (
  clickhouse: ClickHouseClient,
  part: Part,
  by: 'campaign' | 'station',
  limit: number,
): Promise<(Sums & { key: string })[]> =>
  await queryRows(
    clickhouse,
    `select ${by} as key, ${sums(part.account)} ${from(part)} group by key, unit
     having n <> 0 or own <> 0 order by micros desc, own_micros desc, key limit ${String(limit)}`,
  );

/** By day (its start in ms), station, campaign and currency, without the account's own campaigns. */
export const byDay = async (
  clickhouse: ClickHouseClient,
  part: Part,
  starts: readonly number[],
): Promise<(Sums & { start: number; station: string; campaign: string })[]> =>
  await queryRows(
    clickhouse,
    `select toFloat64(roundDown(toUnixTimestamp(t.at), ${bucketStarts(starts)})) * 1000 as start,
       station, campaign, ${sums(part.account)} ${from(part)} and not (${isOwn(part.account)})
     group by start, station, campaign, unit`,
  );

/** Whether the account ever earned anything. */
export const hasEarned = async (clickhouse: ClickHouseClient, account: AccountKey): Promise<boolean> =>
  (
    await queryRows(
      clickhouse,
      `select 1 as one from revenue_sums as t where account = ${literal(account)} and payer <> ''
         and not (${isOwn(account)}) limit 1`,
    ).catch(emptyIfMissing([]))
  ).length > 0;

/** The accounts that earned something since a time (ms). */
export const earnersSince = async (clickhouse: ClickHouseClient, since: number): Promise<AccountKey[]> =>
  (
    await queryRows<{ account: AccountKey }>(
      clickhouse,
      `select distinct account from revenue_sums as t where t.at >= toDateTime(${String(Math.floor(since / 1000))}, 'UTC')
         and payer <> '' and payer <> account order by account`,
    ).catch(emptyIfMissing([]))
  ).map(({ account }) => account);

/** When the account first earned something (ms); undefined if it never did. */
export const firstEarned = async (clickhouse: ClickHouseClient, account: AccountKey): Promise<number | undefined> =>
  (
    await queryRows<{ at: number }>(
      clickhouse,
      `select toFloat64(toUnixTimestamp(min(t.at))) * 1000 as at from revenue_sums as t
       where account = ${literal(account)} and payer <> '' and not (${isOwn(account)}) having count() > 0`,
    ).catch(emptyIfMissing([]))
  )[0]?.at;
