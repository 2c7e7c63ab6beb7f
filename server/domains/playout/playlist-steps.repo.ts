import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { PlaylistStep } from '#contract/api/playout.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type StepRecord = { what: PlaylistStep['what']; tracks: readonly TrackKey[]; by: string };

/**
 * Records the positions of `tracks`, or with `all` of the whole playlist, before a change. A track that isn't in the
 * playlist yet has no position; duplicates count once. Only the last 20 steps of a station are stored.
 */
export const recordStep = async (tx: Tx, station: StationKey, note: StepRecord, all = false): Promise<void> => {
  const tracks = [...new Set(note.tracks)];
  const [first] = tracks;
  await sql`
    insert into playlist_steps (station_key, what, count, title, user_id, tracks, positions)
    select ${station}, ${note.what},
      case when ${all} then ${tracks.length} else count(*) filter (where (position is null) = ${note.what === 'added'}) end,
      coalesce((select title from tracks where key = ${first ?? null}::text), ''), ${note.by},
      coalesce(array_agg(key), '{}'), coalesce(array_agg(position), '{}')
    from (
      select wanted.key, entry.position
      from unnest(${all ? [] : tracks}::text[]) as wanted (key)
      left join playlist_tracks as entry on entry.station_key = ${station} and entry.track_key = wanted.key
      union all
      select track_key, position from playlist_tracks where station_key = ${station} and ${all}
    ) as places`.execute(tx);
  await sql`
    delete from playlist_steps where station_key = ${station} and id <= (
      select id from playlist_steps where station_key = ${station}
      order by id desc offset ${limits.playlistSteps} limit 1)`.execute(tx);
};

type StepRow = Omit<PlaylistStep, 'at'> & { at: Date };

/** The latest step of a playlist. */
export const latestStep = async (db: Db | Tx, station: StationKey): Promise<StepRow | undefined> =>
  await db
    .selectFrom('playlist_steps as step')
    .leftJoin('users', 'users.id', 'step.user_id')
    .select(['step.id', 'step.what', 'step.count as tracks', 'step.title', 'step.at'])
    .select(
      sql<string>`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email, '')`.as('by'),
    )
    .where('step.station_key', '=', station)
    .orderBy('step.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Restores the tracks of a step to their former positions and deletes the step; deleted tracks stay deleted. */
export const revertStep = async (tx: Tx, step: number): Promise<void> => {
  const was = sql`playlist_steps as step, unnest(step.tracks, step.positions) as was (key, position)`;
  await sql`
    insert into playlist_tracks (station_key, track_key, position)
    select distinct on (tracks.key) step.station_key, tracks.key, was.position
    from ${was}, tracks
    where step.id = ${step} and was.position is not null
      and tracks.key = was.key and tracks.station_key = step.station_key
    on conflict (station_key, track_key) do update set position = excluded.position`.execute(tx);
  await sql`
    delete from playlist_tracks as entry using ${was}
    where step.id = ${step} and was.position is null
      and entry.station_key = step.station_key and entry.track_key = was.key`.execute(tx);
  await sql`
    delete from jingles using ${was}
    where step.id = ${step} and was.position is not null and jingles.track_key = was.key`.execute(tx);
  await sql`delete from playlist_steps where id = ${step}`.execute(tx);
};
