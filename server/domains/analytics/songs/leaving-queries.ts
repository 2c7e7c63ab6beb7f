import type { ClickHouseClient } from '@clickhouse/client';
import type { OpenSlice } from '../open-slices.ts';
import type { Period, Stretch } from '../period.service.ts';
import { ask, stationIn, within } from '../sql.service.ts';
import { heardSongs, lookBackMs } from './heard-songs.ts';
import { madeStretches } from './song-days.ts';
import { between } from './stretches-of.ts';

export type Leaving = { artist: string; title: string; plays: number; left: number; listeners: number };
type Asked = { stations: readonly string[]; period: Period; open: readonly OpenSlice[] };

/** What played when sessions ended, most left first: of days that are made as they are kept, the rest as it is recorded. */
export const countLeaving = async (clickhouse: ClickHouseClient, asked: Asked, most: number): Promise<Leaving[]> => {
  const { stations, period, open } = asked;
  const made = await madeStretches(clickhouse, period);
  const isMadeAtStart = made[0]?.start === period.start;
  const songs = [
    ...made.map((stretch) => keptSongs(stations, stretch)),
    ...(isMadeAtStart ? [songsAtStart(stations, period)] : []),
    ...between(period, made).map((stretch) =>
      heardSongs({ stations, stretch, open, isFirst: stretch.start === period.start }),
    ),
  ];
  return await ask<Leaving>(
    clickhouse,
    `select artist, title, toFloat64(sum(plays)) as plays, toFloat64(sum(left)) as left,
      toFloat64(sum(listeners)) as listeners
    from (${songs.map((one) => `select artist, title, plays, left, listeners from (${one})`).join(' union all ')})
    group by artist, title having sum(plays) > 0 order by sum(left) desc, sum(listeners) desc, artist, title limit ${most}`,
  );
};

const keptSongs = (stations: readonly string[], { start, end }: Stretch): string =>
  `select artist, title, plays, left, listeners from song_days where ${stationIn(stations)}
   and day >= ${date(start)} and day < ${date(end)}`;

/** The plays that are on when a period begins: plays of it, heard by whoever was there. */
const songsAtStart = (stations: readonly string[], { start }: Stretch): string =>
  `select song.1 as artist, song.2 as title, toUInt64(1) as plays, toUInt64(0) as left, there as listeners from (
    select station, argMax((artist, title), at) as song, max(at) as last from plays
    where ${stationIn(stations)} and skipped = '' and ${within({ start: start - lookBackMs, end: start + 1000 })}
      and at <= toDateTime64(${start / 1000}, 3, 'UTC') group by station
   ) as one left join (
    select station, sum(carried) as there from quarter_sums
    where ${stationIn(stations)} and at = toDateTime(${start / 1000}, 'UTC') group by station
   ) as other on one.station = other.station where last < toDateTime64(${start / 1000}, 3, 'UTC')`;

const date = (ms: number): string => `toDate(toDateTime(${ms / 1000}, 'UTC'))`;
