import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { TrackUse } from '#contract/api/library.ts';
import { removeFromPlaylist } from '#server/domains/playout/remove-from-playlist.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { failTasksOf, filesOf, removeTracks } from './delete-tracks.repo.ts';
import { filesOrphaned } from './library.events.ts';
import { lockLibrary } from './library.repo.ts';
import { usesOf } from './list-tracks.repo.ts';

/**
 * Deletes tracks of a station and removes them from its playlists and jingles; an event in the same
 * transaction deletes their files, so that none is orphaned. Refuses with `media.inUse` if one is in use, unless
 * `confirmed`.
 */
export const deleteTracks = async (
  deps: Pick<Kernel, 'db' | 'events'>,
  station: StationKey,
  tracks: readonly TrackKey[],
  confirmed: boolean,
): Promise<{ removed: number }> =>
  await deps.db.transaction().execute(async (tx) => {
    await lockLibrary(tx, station);
    const uses = await usesOf(tx, station, tracks);
    if (uses.size > 0 && !confirmed) refuse('media.inUse', { places: describeUses([...uses.values()]) });
    const files = await filesOf(tx, station, tracks);
    await removeFromPlaylist(tx, station, tracks);
    await failTasksOf(tx, tracks);
    const removed = await removeTracks(tx, station, tracks);
    if (files.length > 0) await deps.events.emit(tx, filesOrphaned, { files });
    return { removed };
  });

/** In words: `the playlist (position 3)`; for several tracks `the playlist (12 tracks), the jingles (1 track)`. */
export const describeUses = (uses: readonly TrackUse[][]): string => {
  if (uses.length === 1) return uses.flat().map(inWords).join(', ');
  const byList = Map.groupBy(uses.flat(), (use) => inWords({ ...use, position: null }));
  return [...byList]
    .map(([list, tracks]) => `${list} (${tracks.length} ${tracks.length === 1 ? 'track' : 'tracks'})`)
    .join(', ');
};

const inWords = ({ kind, name, position }: TrackUse): string => {
  if (kind === 'jingles') return 'the jingles';
  if (kind === 'other_playlist') return `the playlist “${name}”`;
  return position === null ? 'the playlist' : `the playlist (position ${position})`;
};
