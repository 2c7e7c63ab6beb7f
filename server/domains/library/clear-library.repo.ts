import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { imageKey } from '#server/platform/images.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** Some tracks of stations with every file there is of each. */
export const someTracks = async (
  db: Db,
  stations: readonly StationKey[],
  count: number,
): Promise<{ keys: TrackKey[]; files: string[] }> => {
  const tracks = await db
    .selectFrom('tracks')
    .select(['key', 'original', 'artwork'])
    .where('station_key', '=', sql<StationKey>`any(${stations})`)
    .limit(count)
    .execute();
  const keys = tracks.map(({ key }) => key);
  if (keys.length === 0) return { keys, files: [] };
  const renditions = await db.selectFrom('renditions').select('path').where('track_key', 'in', keys).execute();
  const pictures = tracks.flatMap(({ artwork }) => (artwork === null ? [] : [imageKey(artwork)]));
  const originals = tracks.map(({ original }) => original);
  return { keys, files: [...originals, ...renditions.map(({ path }) => path), ...pictures] };
};

/** Removes tracks with what hangs on them. */
export const removeTracks = async (db: Db, keys: TrackKey[]): Promise<void> => {
  await db.deleteFrom('tracks').where('key', 'in', keys).execute();
};
