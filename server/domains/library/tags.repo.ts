import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** The tags of a station's tracks in alphabetical order, with the number of their tracks. */
export const tagsOf = async (db: Db | Tx, station: StationKey): Promise<{ tag: string; tracks: number }[]> =>
  await db
    .selectFrom('track_tags')
    .select(({ fn }) => ['tag', sql<number>`${fn.countAll()}::int`.as('tracks')])
    .where('station_key', '=', station)
    .groupBy('tag')
    .orderBy('tag')
    .execute();

/** The tags of each of these tracks in alphabetical order; tracks without any have no entry. */
export const tagsOfTracks = async (db: Db | Tx, keys: readonly TrackKey[]): Promise<Map<TrackKey, string[]>> => {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('track_tags')
    .select(['track_key', sql<string[]>`array_agg(tag order by tag)`.as('tags')])
    .where('track_key', 'in', [...keys])
    .groupBy('track_key')
    .execute();
  return new Map(rows.map(({ track_key, tags }) => [track_key, tags]));
};

/** Adds tags to tracks of the station; those that have them stay as they are. */
export const addTags = async (
  tx: Tx,
  station: StationKey,
  tracks: readonly TrackKey[],
  tags: readonly string[],
): Promise<void> => {
  await sql`
    insert into track_tags (track_key, station_key, tag)
    select key, station_key, tag from tracks cross join unnest(${tags}::text[]) as tag
    where station_key = ${station} and key = any(${tracks}::text[])
    on conflict do nothing`.execute(tx);
};

export const removeTags = async (
  tx: Tx,
  station: StationKey,
  tracks: readonly TrackKey[],
  tags: readonly string[],
): Promise<void> => {
  await sql`
    delete from track_tags
    where station_key = ${station} and track_key = any(${tracks}::text[]) and tag = any(${tags}::text[])`.execute(tx);
};

/** How many of these tracks belong to the station. */
export const countTracks = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tracks
    where station_key = ${station} and key = any(${tracks}::text[])`.execute(tx);
  return rows[0]?.count ?? 0;
};
