import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { DayPartRow, NewDayPart } from '#contract/playout-rules.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { playlistColumns, type PlaylistRow } from './playout.repo.ts';

/** A station's dayparts, ordered by first weekday and start time. */
export const dayPartsOf = async (db: Db | Tx, station: StationKey): Promise<DayPartRow[]> => {
  const { rows } = await sql<DayPartRow>`
    select part.id, part.name, part.days, part.from_minute as from, part.to_minute as to,
      count(tracks.key)::int as tracks_count, coalesce(sum(tracks.duration_ms), 0)::float8 / 1000 as duration
    from day_parts as part
    left join day_part_tracks as entry on entry.day_part = part.id
    left join tracks on tracks.key = entry.track_key
    where part.station_key = ${station}
    group by part.id
    order by (select min(day) from unnest(part.days) as day), part.from_minute, part.id`.execute(db);
  return rows;
};

/** The tracks of a daypart, in their saved order. */
export const tracksOfDayPart = async (db: Db | Tx, id: string): Promise<PlaylistRow[]> =>
  (await db
    .selectFrom('day_part_tracks as entry')
    .innerJoin('tracks', 'tracks.key', 'entry.track_key')
    .innerJoin('stations', 'stations.key', 'tracks.station_key')
    .select(playlistColumns)
    .where('entry.day_part', '=', id)
    .orderBy('entry.position')
    .execute()) as PlaylistRow[];

const columnsOf = ({ name, days, from, to }: NewDayPart) => ({
  name,
  days: [...new Set(days)].sort((one, other) => one - other),
  from_minute: from,
  to_minute: to,
});

export const insertDayPart = async (tx: Tx, station: StationKey, part: NewDayPart): Promise<string> =>
  (
    await tx
      .insertInto('day_parts')
      .values({ station_key: station, ...columnsOf(part) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const updateDayPart = async (tx: Tx, id: string, part: NewDayPart): Promise<void> => {
  await tx.updateTable('day_parts').set(columnsOf(part)).where('id', '=', id).execute();
};

/** Returns whether the daypart existed. */
export const deleteDayPart = async (tx: Tx, station: StationKey, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('day_parts')
    .where('id', '=', id)
    .where('station_key', '=', station)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Replaces the tracks of a daypart; returns how many of them belong to the station. */
export const setTracksOfDayPart = async (
  tx: Tx,
  station: StationKey,
  id: string,
  tracks: readonly TrackKey[],
): Promise<number> => {
  await tx.deleteFrom('day_part_tracks').where('day_part', '=', id).execute();
  const added = await sql`
    insert into day_part_tracks (day_part, track_key, position)
    select ${id}, tracks.key, wanted.place
    from unnest(${tracks}::text[]) with ordinality as wanted (key, place)
    join tracks on tracks.key = wanted.key and tracks.station_key = ${station}`.execute(tx);
  return Number(added.numAffectedRows ?? 0);
};
