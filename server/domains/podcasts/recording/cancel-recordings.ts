import type { PodcastKey } from '#contract/rules/keys.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { recordedStations } from './recording.repo.ts';

/** Makes the engine drop current and planned recordings of a podcast that this transaction deletes. */
export const cancelRecordings = async (tx: Tx, podcast: PodcastKey): Promise<void> => {
  for (const station of await recordedStations(tx, podcast)) await touchStation(tx, station);
};
