import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { playlistColumns, type PlaylistRow } from './playout.repo.ts';

/** The jingles of a station, in the order they were added. */
export const jinglesOf = async (db: Db | Tx, station: StationKey): Promise<PlaylistRow[]> =>
  (await db
    .selectFrom('jingles')
    .innerJoin('tracks', 'tracks.key', 'jingles.track_key')
    .innerJoin('stations', 'stations.key', 'jingles.station_key')
    .select(playlistColumns)
    .where('jingles.station_key', '=', station)
    .orderBy('jingles.added')
    .orderBy('tracks.key')
    .execute()) as PlaylistRow[];

/** The number of jingles of a station. */
export const countJingles = async (tx: Tx, station: StationKey): Promise<number> =>
  (
    await tx
      .selectFrom('jingles')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('station_key', '=', station)
      .executeTakeFirstOrThrow()
  ).count;

/** Marks tracks of the station as jingles; returns how many of them belong to the station. */
export const markJingles = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const own = sql`tracks.station_key = ${station} and tracks.key = any(${tracks}::text[])`;
  await sql`
    insert into jingles (track_key, station_key)
    select wanted.key, ${station} from unnest(${tracks}::text[]) with ordinality as wanted (key, place)
    join tracks on tracks.key = wanted.key and ${own} order by wanted.place
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tracks where ${own}`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** Turns jingles back into music; returns how many of these tracks were jingles. */
export const unmarkJingles = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from jingles where station_key = ${station} and track_key = any(${tracks}::text[])`.execute(tx);
  return Number(numAffectedRows ?? 0);
};
