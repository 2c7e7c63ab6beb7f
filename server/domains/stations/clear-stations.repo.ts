import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { imageKey } from '#server/domains/portal/images.service.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** Up to `count` tracks of these stations, with all their files. */
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

/** Deletes tracks and everything that references them. */
export const removeTracks = async (db: Db, keys: TrackKey[]): Promise<void> => {
  await db.deleteFrom('tracks').where('key', 'in', keys).execute();
};

/** The logos and background images of these stations. */
export const picturesOf = async (db: Db, stations: readonly StationKey[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('stations')
    .select(['logo', 'background'])
    .where('key', '=', sql<StationKey>`any(${stations})`)
    .execute();
  return rows.flatMap(({ logo, background }) => [logo, background].filter((name) => name !== null));
};
