import type { StationDesired } from '#contract/engine/engine.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { desiredStations } from '../desired.ts';

/** Adds a rendition to each track, as if it had been prepared for the air. */
export const addRenditions = async (db: Db, tracks: readonly TrackKey[]): Promise<void> => {
  const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
  const rows = tracks.map((track_key) => ({
    ...{ track_key, ...format, size: 1, duration_ms: 1000 },
    path: `renditions/${track_key}.mp3`,
  }));
  await db.insertInto('renditions').values(rows).execute();
};

/** What the engine is sent of a station. */
export const desiredOf = async (db: Db, key: StationKey): Promise<StationDesired> => {
  const [station] = await desiredStations({ db }, [key]);
  if (!station?.document) throw new Error('The station was not found.');
  return station.document;
};
