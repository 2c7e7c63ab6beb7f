import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** The stations that were deleted before this moment, the oldest first. */
export const deletedBefore = async (db: Db, before: Date): Promise<StationKey[]> =>
  (
    await db
      .selectFrom('stations')
      .select('key')
      .where('deleted_at', 'is not', null)
      .where('deleted_at', '<=', before)
      .orderBy('deleted_at')
      .execute()
  ).map(({ key }) => key);

/** Some tracks of a station with every file there is of each. */
export const someTracks = async (
  db: Db,
  station: StationKey,
  count: number,
): Promise<{ keys: TrackKey[]; files: string[] }> => {
  const tracks = await db
    .selectFrom('tracks')
    .select(['key', 'original'])
    .where('station_key', '=', station)
    .limit(count)
    .execute();
  const keys = tracks.map(({ key }) => key);
  if (keys.length === 0) return { keys, files: [] };
  const renditions = await db.selectFrom('renditions').select('path').where('track_key', 'in', keys).execute();
  return { keys, files: [...tracks.map(({ original }) => original), ...renditions.map(({ path }) => path)] };
};

/** Removes tracks with what hangs on them. */
export const removeTracks = async (db: Db, keys: TrackKey[]): Promise<void> => {
  await db.deleteFrom('tracks').where('key', 'in', keys).execute();
};

/** The pictures of a station. */
export const picturesOf = async (db: Db, key: StationKey): Promise<string[]> => {
  const row = await db.selectFrom('stations').select(['logo', 'background']).where('key', '=', key).executeTakeFirst();
  return [row?.logo, row?.background].filter((name) => typeof name === 'string');
};

/** Removes the row of a station with all that hangs on it, unless it was restored in the meantime. */
export const eraseStation = async (db: Db, key: StationKey, before: Date): Promise<void> => {
  await db.deleteFrom('stations').where('key', '=', key).where('deleted_at', '<=', before).execute();
};
