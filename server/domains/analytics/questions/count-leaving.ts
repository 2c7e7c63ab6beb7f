import type { ClickHouseClient } from '@clickhouse/client';
import { bind } from '#server/platform/clickhouse/bind.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import type { Period, TimeRange } from '#server/platform/period.ts';
import type { DayWatermarks } from '../late-arrivals.ts';
import type { Filter } from './scope.ts';
import type { OpenSlice } from '../open-slices.ts';
import { gapsBetween } from '../time-ranges.ts';
import { songListenersQuery } from '../songs/song-listeners.ts';
import { computedRanges } from '../songs/song-days.ts';

export type LeavingCounts = { artist: string; title: string; plays: number; left: number; listeners: number };
/** `watermarks` are those of the period's days. */
type LeavingQuery = {
  stations: readonly string[];
  period: Period;
  open: readonly OpenSlice[];
  watermarks: DayWatermarks;
  filter?: Filter | undefined;
};

/** What played when sessions ended, most left first: computed days from their table, the rest from raw rows. */
export const countLeaving = async (
  clickhouse: ClickHouseClient,
  request: LeavingQuery,
  most: number,
): Promise<LeavingCounts[]> => {
  const { stations, period, open, watermarks, filter } = request;
  const computed = filter === undefined ? computedRanges(watermarks, period) : [];
  const recorded = gapsBetween(period, computed).map((range) =>
    songListenersQuery({ stations, range, open, filter }, range.start === period.start),
  );
  const songs = [...computed.map((range) => computedSongs(stations, period, range)), ...recorded];
  const sum = (name: string): string => `toFloat64(sum(${name})) as ${name}`;
  return await queryRows<LeavingCounts>(
    clickhouse,
    `select artist, title, ${['plays', 'left', 'listeners'].map(sum).join(', ')} from (${songs.join(' union all ')})
    group by artist, title having sum(plays) > 0 order by sum(left) desc, sum(listeners) desc, artist, title limit ${most}`,
  );
};

/** The song that is on when a period begins counts as a play, heard by the sessions open then. */
const computedSongs = (stations: readonly string[], period: TimeRange, { start, end }: TimeRange): string =>
  bind(
    `select artist, title, toUInt64(plays) as plays, toUInt64(left) as left, toUInt64(listeners) as listeners
    from song_quarters
    where station in {stations:Array(String)} and (isOn = 0 or at = {period_start:DateTime})
      and at >= {start:DateTime} and at < {end:DateTime}`,
    { stations, period_start: period.start, start, end },
  );
