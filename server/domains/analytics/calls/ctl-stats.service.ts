import type { ClickHouseClient } from '@clickhouse/client';
import type { CtlStats, CtlStatsReply, RecentCall } from '#contract/api/ctl-stats.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import type { Period } from '#server/platform/period.ts';
import { singleThreaded } from '#server/platform/clickhouse/query.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import { countryName } from '#server/platform/country-name.ts';
import { groupingSets, statsBreakdown, type DatesQuery, type StationSelection } from '../stats-breakdown.ts';

type Deps = Pick<Kernel, 'log' | 'clock'> & { clickhouse: ClickHouseClient };

/**
 * Calls to stations' phone numbers that began in a period: in total, by bucket without gaps, phone number, country and
 * station. Refuses with `analytics.period`, `analytics.tooMuch`, or `request.unavailable` while ClickHouse is down.
 */
export const ctlStatsOf = async (
  deps: Deps,
  which: StationSelection,
  type: 'day' | 'period',
  dates: DatesQuery,
): Promise<CtlStatsReply> => {
  const { reply, of } = await statsBreakdown(
    deps,
    which,
    { ...dates, type },
    { count: (at) => countCalls(deps.clickhouse, at), order: mostFirst, present },
  );
  return { ...reply, did_stats: of('did').map(({ name, stats }) => ({ did: name, stats })) };
};

const mostFirst = (one: CallCounts, other: CallCounts): number => other.calls - one.calls || other.ms - one.ms;

const present = (row: CallCounts | undefined): CtlStats => ({
  calls: row?.calls ?? 0,
  answered: row?.answered ?? 0,
  minutes: (row?.ms ?? 0) / 60_000,
  uniques: row?.callers ?? 0,
  average: row && row.answered > 0 ? row.ms / row.answered / 1000 : 0,
});

type CallCounts = {
  kind: 'total' | 'bucket' | 'did' | 'station' | 'country';
  /** A bucket's start (seconds since the epoch), a phone number, a station or a country. */
  name: string;
  calls: number;
  answered: number;
  ms: number;
  callers: number;
};

const by = groupingSets(['bucket', 'did', 'station', 'country']);

/**
 * Calls that began in a period: in total, and by bucket, phone number, station and country. Each counts as last
 * recorded.
 */
const countCalls = async (
  clickhouse: ClickHouseClient,
  { stations, period }: { stations: readonly StationKey[]; period: Period },
): Promise<CallCounts[]> =>
  await query<CallCounts>(
    clickhouse,
    `select ${by.columns},
      toFloat64(count()) as calls, toFloat64(countIf(answered_ms > 0)) as answered, toFloat64(sum(listened_ms)) as ms,
      toFloat64(uniq(caller)) as callers
    from (
      select toString(roundDown(toUnixTimestamp(started), {starts:Array(Int64)})) as by_bucket,
        toString(did) as by_did, toString(station) as by_station, toString(country) as by_country, caller,
        toUnixTimestamp64Milli(answered) as answered_ms,
        if(answered_ms > 0, greatest(0, toUnixTimestamp64Milli(ended) - answered_ms), 0) as listened_ms
      from calls final
      where station in {stations:Array(String)} and started >= {start:DateTime64(3)} and started < {end:DateTime64(3)}
    ) ${by.grouping}`,
    { stations, start: period.start, end: period.end, starts: period.starts.map((start) => start / 1000) },
  );

const recentShown = 20;
const recentDays = 90;

type RecentRow = { id: string; began: number; country: string; answered: number; ended: number };

/** The last calls to a station within 90 days, the newest first; refuses like the statistics. */
export const recentCalls = async (
  { clickhouse, log, clock }: Pick<Kernel, 'log' | 'clock'> & { clickhouse: ClickHouseClient },
  station: StationKey,
): Promise<RecentCall[]> => {
  const since = Math.floor(clock.now().getTime() / 1000) * 1000 - recentDays * dayMs;
  const rows = await withQueryErrors({ log }, [], () =>
    query<RecentRow>(
      clickhouse,
      `select toString(call) as id, toFloat64(toUnixTimestamp64Milli(started)) as began, toString(country) as country,
        toFloat64(toUnixTimestamp64Milli(answered)) as answered, toFloat64(toUnixTimestamp64Milli(ended)) as ended
      from calls final
      where station = {station:String} and started >= {since:DateTime}
      order by began desc limit ${recentShown}`,
      { station, since },
      singleThreaded,
    ),
  );
  return rows.map(({ id, began, country, answered, ended }) => ({
    id,
    started: new Date(began).toISOString(),
    country,
    country_name: countryName(country),
    seconds: answered > 0 ? Math.max(0, Math.round((ended - answered) / 1000)) : null,
  }));
};
