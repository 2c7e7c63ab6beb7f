import type { ClickHouseClient } from '@clickhouse/client';
import { appEventLimits, type AppStats, type AppStatsReply } from '#contract/api/app-stats.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { dayMs, quarterMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import type { Period } from '#server/platform/period.ts';
import { groupingSets, statsBreakdown, type DatesQuery, type StationSelection } from '../stats-breakdown.ts';
import { utcDay } from '../time-ranges.ts';

type Deps = Pick<Kernel, 'log' | 'clock'> & { clickhouse: ClickHouseClient };

/**
 * App listening in a period: in total, by bucket without gaps, platform, station and country. Refuses with
 * `analytics.period`, `analytics.tooMuch`, or `request.unavailable` while ClickHouse is down.
 */
export const appStatsOf = async (
  deps: Deps,
  which: StationSelection,
  type: 'day' | 'period',
  dates: DatesQuery,
): Promise<AppStatsReply> => {
  const { reply, of } = await statsBreakdown(
    deps,
    which,
    { ...dates, type },
    { count: (at) => countApps(deps.clickhouse, at), order: longestFirst, present },
  );
  return {
    ...reply,
    platform_stats: of('platform').map(({ name, stats }) => ({ platform: name as 'ios' | 'android', stats })),
  };
};

const longestFirst = (one: AppCounts, other: AppCounts): number => other.ms - one.ms || other.sessions - one.sessions;

const present = (row: AppCounts | undefined): AppStats => ({
  sessions: row?.sessions ?? 0,
  minutes: (row?.ms ?? 0) / 60_000,
  uniques: { total: row?.total ?? 0, ios: row?.ios ?? 0, android: row?.android ?? 0 },
});

/*
 * Counting. A session is assembled from its days: between one day's last event and the next day's first it continued, unless it
 * had ended or was silent for more than a day. Its parts are distributed over quarter hours, which align with buckets
 * in every time zone.
 */

type AppCounts = {
  kind: 'total' | 'bucket' | 'platform' | 'station' | 'country';
  /** A bucket's start (seconds since the epoch), a platform, a station or a country. */
  name: string;
  sessions: number;
  ms: number;
  total: number;
  ios: number;
  android: number;
};

const by = groupingSets(['bucket', 'platform', 'station', 'country']);

/**
 * App listening in a period: in total, and by bucket, platform, station and country. From the innermost table on: sessions by
 * day, with one more day on either side, which decides whether a session continued; the parts of sessions within the period;
 * the quarter hours that they touch, with the ms heard in each.
 */
export const countApps = async (
  clickhouse: ClickHouseClient,
  { stations, period: { start, end, starts } }: { stations: readonly StationKey[]; period: Period },
): Promise<AppCounts[]> =>
  await query<AppCounts>(
    clickhouse,
    `select ${by.columns},
      toFloat64(uniqExact(id)) as sessions, toFloat64(sum(listened_ms)) as ms, toFloat64(uniq(listener)) as total,
      toFloat64(uniqIf(listener, by_platform = 'ios')) as ios,
      toFloat64(uniqIf(listener, by_platform = 'android')) as android
    from (
      select toString(roundDown(toUInt32(quarter * 900), {starts:Array(Int64)})) as by_bucket,
        toString(platform) as by_platform, toString(station) as by_station, country as by_country, id, listener,
        greatest(0, least(until, (quarter + 1) * ${quarterMs}) - greatest(since, quarter * ${quarterMs})) as listened_ms
      from (
        select station, platform, listener, country, sipHash64(station, platform, listener, session) as id,
          greatest(part.1, {start_ms:Int64}) as since, least(part.2, {end_ms:Int64}) as until
        from (
          select station, platform, listener, session, max(of_day) as country,
            arraySort(groupArray((f, l, e))) as days,
            arrayJoin(arrayMap((day, next) -> (day.1, multiIf(day.3 > 0, day.3,
              next.1 > 0 and next.1 - day.2 <= ${dayMs}, next.1, day.2 + ${appEventLimits.tailSeconds * 1000})),
              days, arrayPushBack(arrayPopFront(days), (toInt64(0), toInt64(0), toInt64(0))))) as part
          from (
            select station, platform, listener, session, at, max(country) as of_day,
              toInt64(toUnixTimestamp64Milli(min(first))) as f, toInt64(toUnixTimestamp64Milli(max(last))) as l,
              toInt64(toUnixTimestamp64Milli(max(ended))) as e
            from app_sessions
            where station in {stations:Array(String)} and at >= {first_day:DateTime} and at < {last_day:DateTime}
            group by station, platform, listener, session, at
          )
          group by station, platform, listener, session
        )
        where part.1 < {end_ms:Int64} and (part.2 > {start_ms:Int64} or part.1 >= {start_ms:Int64})
      )
      array join range(toUInt64(intDiv(since, ${quarterMs})), toUInt64(intDiv(greatest(since, until - 1), ${quarterMs}) + 1)) as quarter
    ) ${by.grouping}`,
    {
      ...{ stations, start_ms: start, end_ms: end, first_day: utcDay(start - dayMs), last_day: end + dayMs },
      starts: starts.map((bucket) => bucket / 1000),
    },
  );
