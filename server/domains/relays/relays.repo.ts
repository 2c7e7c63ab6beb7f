import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** The mount of a station and the secret with which Icecast relays report listeners. */
export const findReporting = async (
  db: Db,
  key: StationKey,
): Promise<{ streamname: string; relay_secret: string } | undefined> =>
  await db.selectFrom('stations').select(['streamname', 'relay_secret']).where('key', '=', key).executeTakeFirst();

/** Replaces the secret; the row's trigger notifies the engine. */
export const replaceSecret = async (db: Db, key: StationKey, secret: string, now: Date): Promise<void> => {
  await db.updateTable('stations').set({ relay_secret: secret, updated: now }).where('key', '=', key).execute();
};
