import type { StationKey } from '#contract/rules/keys.ts';
import { defaultSongRequestSettings, type SongRequestSettings } from '#contract/api/song-requests.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type {} from './song-requests.tables.ts';

/** The settings of a station; those of one that never took requests are the defaults. */
export const songRequestSettings = async (db: Db | Tx, station: StationKey): Promise<SongRequestSettings> => {
  const row = await db
    .selectFrom('song_request_settings')
    .selectAll()
    .where('station_key', '=', station)
    .executeTakeFirst();
  if (!row) return defaultSongRequestSettings;
  const { station_key: _station, ...settings } = row;
  return settings;
};

export const saveSettings = async (db: Db, station: StationKey, settings: SongRequestSettings): Promise<void> => {
  const values = { ...settings, hours: JSON.stringify(settings.hours) };
  await db
    .insertInto('song_request_settings')
    .values({ station_key: station, ...values })
    .onConflict((row) => row.column('station_key').doUpdateSet(values))
    .execute();
};

/** Locks the settings until commit, so that a station's requests are counted one after another. */
export const lockSettings = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx
    .selectFrom('song_request_settings')
    .select('station_key')
    .where('station_key', '=', station)
    .forUpdate()
    .execute();
};
