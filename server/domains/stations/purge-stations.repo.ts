import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** The stations deleted before this time, oldest first. */
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

/** Deletes a station's row and everything that references it, unless the station was restored in the meantime. */
export const eraseStation = async (db: Db, key: StationKey, before: Date): Promise<void> => {
  await db.deleteFrom('stations').where('key', '=', key).where('deleted_at', '<=', before).execute();
};
