import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { imageKey } from '#server/platform/images.ts';
import type { Tx } from '#server/kernel/kernel.ts';

/** All stored files of these tracks. */
export const filesOf = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('tracks')
    .leftJoin('renditions', 'renditions.track_key', 'tracks.key')
    .select(['tracks.original', 'tracks.artwork', 'renditions.path'])
    .where('tracks.station_key', '=', station)
    .where('tracks.key', '=', sql<TrackKey>`any(${tracks})`)
    .execute();
  const files = rows.flatMap(({ original, artwork, path }) => [
    original,
    ...(artwork === null ? [] : [imageKey(artwork)]),
    ...(path === null ? [] : [path]),
  ]);
  return [...new Set(files)];
};

/** Fails the upload tasks of tracks that are deleted while in preparation. */
export const failTasksOf = async (tx: Tx, tracks: readonly TrackKey[]): Promise<void> => {
  await tx
    .updateTable('upload_tasks')
    .set({
      status: 'ERROR',
      error_code: 'media.notFound',
      error_message: 'The track was deleted.',
      updated: sql`now()`,
    })
    .where('status', '=', 'PROCESSING')
    .where('track_key', '=', sql<TrackKey>`any(${tracks})`)
    .execute();
};

/** Deletes tracks and everything that references them; returns their number. */
export const removeTracks = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('tracks')
    .where('station_key', '=', station)
    .where('key', '=', sql<TrackKey>`any(${tracks})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
