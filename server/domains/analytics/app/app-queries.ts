import type { ClickHouseClient } from '@clickhouse/client';
import { appEventBounds } from '#contract/app-stats.ts';
import type { StationKey } from '#contract/keys.ts';
import { ask, slotStarts, stationIn } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { groupedBy } from '../grouped-by.ts';

/*
 * A session is put together from its days: from one day's last event to the next day's first it went on, unless it had
 * ended or was silent for more than a day. Its pieces are shared out over the quarters of an hour, on which the slots
 * of every time zone begin.
 */

export type CountedApps = {
  kind: 'total' | 'slot' | 'platform' | 'station' | 'country';
  /** A slot's start (s since the epoch), a platform, a station or a country. */
  name: string;
  sessions: number;
  ms: number;
  total: number;
  ios: number;
  android: number;
};

const dayMs = 86_400_000;
const quarterMs = 900_000;
const by = groupedBy(['slot', 'platform', 'station', 'country']);

/** Listening in applications in a period: in all, and by slot, platform, station and country. */
export const countApps = async (
  clickhouse: ClickHouseClient,
  { stations, period }: { stations: readonly StationKey[]; period: Period },
): Promise<CountedApps[]> =>
  await ask<CountedApps>(
    clickhouse,
    `select ${by.columns},
      toFloat64(uniqExact(id)) as sessions, toFloat64(sum(heard)) as ms, toFloat64(uniq(listener)) as total,
      toFloat64(uniqIf(listener, by_platform = 'ios')) as ios,
      toFloat64(uniqIf(listener, by_platform = 'android')) as android
    from (${quartersOf(stations, period)})
    ${by.grouping}`,
  );

/** The quarters of an hour that sessions touch, each with the ms that were heard in it. */
const quartersOf = (stations: readonly StationKey[], period: Period): string => `
  select toString(roundDown(toUInt32(quarter * 900), ${slotStarts(period.starts)})) as by_slot,
    toString(platform) as by_platform, toString(station) as by_station, country as by_country, id, listener,
    greatest(0, least(until, (quarter + 1) * ${quarterMs}) - greatest(since, quarter * ${quarterMs})) as heard
  from (${piecesOf(stations, period)})
  array join range(toUInt64(intDiv(since, ${quarterMs})), toUInt64(intDiv(greatest(since, until - 1), ${quarterMs}) + 1)) as quarter`;

/** The pieces of sessions within the period, in ms since the epoch. */
const piecesOf = (stations: readonly StationKey[], { start, end }: Period): string => `
  select station, platform, listener, country, sipHash64(station, platform, listener, session) as id,
    greatest(piece.1, ${start}) as since, least(piece.2, ${end}) as until
  from (
    select station, platform, listener, session, max(of_day) as country,
      arraySort(groupArray((f, l, e))) as days,
      arrayJoin(arrayMap((day, next) -> (day.1, multiIf(day.3 > 0, day.3,
        next.1 > 0 and next.1 - day.2 <= ${dayMs}, next.1, day.2 + ${appEventBounds.tailSeconds * 1000})),
        days, arrayPushBack(arrayPopFront(days), (toInt64(0), toInt64(0), toInt64(0))))) as piece
    from (${daysOf(stations, { start: start - dayMs, end: end + dayMs })})
    group by station, platform, listener, session
  )
  where piece.1 < ${end} and (piece.2 > ${start} or piece.1 >= ${start})`;

/** Sessions by the day, a day more on either side: within it is what decides whether a session went on. */
const daysOf = (stations: readonly StationKey[], { start, end }: { start: number; end: number }): string => `
  select station, platform, listener, session, at, max(country) as of_day,
    toInt64(toUnixTimestamp64Milli(min(first))) as f, toInt64(toUnixTimestamp64Milli(max(last))) as l,
    toInt64(toUnixTimestamp64Milli(max(ended))) as e
  from app_sessions
  where ${stationIn(stations)} and at >= toDateTime(${Math.floor(start / dayMs) * 86_400}, 'UTC')
    and at < toDateTime(${Math.ceil(end / 1000)}, 'UTC')
  group by station, platform, listener, session, at`;
