import type { ClickHouseClient } from '@clickhouse/client';
import { appEventLimits } from '#contract/api/app-stats.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { queryRows, bucketOf, dateTime, stationIn } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { dayMs } from '#contract/rules/time.ts';
import { groupingSets } from '../grouped-by.ts';
import { utcDay } from '../time-ranges.ts';

/*
 * A session is assembled from its days: between one day's last event and the next day's first it continued, unless it
 * had ended or was silent for more than a day. Its parts are distributed over quarter hours, which align with buckets
 * in every time zone.
 */

export type AppCounts = {
  kind: 'total' | 'bucket' | 'platform' | 'station' | 'country';
  /** A bucket's start (seconds since the epoch), a platform, a station or a country. */
  name: string;
  sessions: number;
  ms: number;
  total: number;
  ios: number;
  android: number;
};

const quarterMs = 900_000;
const by = groupingSets(['bucket', 'platform', 'station', 'country']);

/** App listening in a period: in total, and by bucket, platform, station and country. */
export const countApps = async (
  clickhouse: ClickHouseClient,
  { stations, period }: { stations: readonly StationKey[]; period: Period },
): Promise<AppCounts[]> =>
  await queryRows<AppCounts>(
    clickhouse,
    `select ${by.columns},
      toFloat64(uniqExact(id)) as sessions, toFloat64(sum(listened_ms)) as ms, toFloat64(uniq(listener)) as total,
      toFloat64(uniqIf(listener, by_platform = 'ios')) as ios,
      toFloat64(uniqIf(listener, by_platform = 'android')) as android
    from (${quartersOf(stations, period)})
    ${by.grouping}`,
  );

/** The quarter hours that sessions touch, with the ms heard in each. */
const quartersOf = (stations: readonly StationKey[], period: Period): string => `
  select toString(${bucketOf('toUInt32(quarter * 900)', period.starts)}) as by_bucket,
    toString(platform) as by_platform, toString(station) as by_station, country as by_country, id, listener,
    greatest(0, least(until, (quarter + 1) * ${quarterMs}) - greatest(since, quarter * ${quarterMs})) as listened_ms
  from (${piecesOf(stations, period)})
  array join range(toUInt64(intDiv(since, ${quarterMs})), toUInt64(intDiv(greatest(since, until - 1), ${quarterMs}) + 1)) as quarter`;

/** The parts of sessions within the period, in ms since the epoch. */
const piecesOf = (stations: readonly StationKey[], { start, end }: Period): string => `
  select station, platform, listener, country, sipHash64(station, platform, listener, session) as id,
    greatest(piece.1, ${start}) as since, least(piece.2, ${end}) as until
  from (
    select station, platform, listener, session, max(of_day) as country,
      arraySort(groupArray((f, l, e))) as days,
      arrayJoin(arrayMap((day, next) -> (day.1, multiIf(day.3 > 0, day.3,
        next.1 > 0 and next.1 - day.2 <= ${dayMs}, next.1, day.2 + ${appEventLimits.tailSeconds * 1000})),
        days, arrayPushBack(arrayPopFront(days), (toInt64(0), toInt64(0), toInt64(0))))) as piece
    from (${daysOf(stations, { start: start - dayMs, end: end + dayMs })})
    group by station, platform, listener, session
  )
  where piece.1 < ${end} and (piece.2 > ${start} or piece.1 >= ${start})`;

/** Sessions by day, with one more day on either side, which decides whether a session continued. */
const daysOf = (stations: readonly StationKey[], { start, end }: { start: number; end: number }): string => `
  select station, platform, listener, session, at, max(country) as of_day,
    toInt64(toUnixTimestamp64Milli(min(first))) as f, toInt64(toUnixTimestamp64Milli(max(last))) as l,
    toInt64(toUnixTimestamp64Milli(max(ended))) as e
  from app_sessions
  where ${stationIn(stations)} and at >= ${dateTime(utcDay(start))}
    and at < ${dateTime(end)}
  group by station, platform, listener, session, at`;
