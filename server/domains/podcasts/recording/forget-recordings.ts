import type { PodcastKey } from '#contract/keys.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { recordedStations } from './recording.repo.ts';

/** Has the engine drop what it records, or was to record, for a podcast that this transaction deletes. */
export const forgetRecordings = async (tx: Tx, podcast: PodcastKey): Promise<void> => {
  for (const station of await recordedStations(tx, podcast)) await touchStation(tx, station);
};
