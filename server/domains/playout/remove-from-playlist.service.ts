import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { markChanged } from './playlist.ts';
import { removeEntries } from './playlist-order.repo.ts';
import { lockAutoDj, touch } from './playout.repo.ts';

/** Removes tracks from the playlist in the transaction that deletes them; notifies the engine in any case. */
export const removeFromPlaylist = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<void> => {
  await lockAutoDj(tx, station);
  if ((await removeEntries(tx, station, tracks)) > 0) await markChanged(tx, station);
  else await touch(tx, station);
};
