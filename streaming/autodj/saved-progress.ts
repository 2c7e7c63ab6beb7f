import { initialProgress, type Choice, type Progress } from './track-selector.ts';
import { writePlays, type Play } from './separation.ts';
import type { ListPosition } from './track-list.ts';

/** What a snapshot needs beyond the playlist position when there are jingles, other playlists or separation. */
export type SavedProgress = Omit<Progress, 'playlists' | 'credits'> &
  Partial<Pick<Progress, 'playlists' | 'credits'>> & {
    list: string;
    why: string;
    plays: string;
    /** The positions in dayparts, which became playlists with the same ids; snapshots of older engines have them. */
    parts?: Progress['playlists'];
  };

type Playing = Pick<Choice, 'list' | 'why' | 'after'>;

export const saveProgress = ({ list, why, after }: Playing, plays: readonly Play[]): SavedProgress => ({
  ...after,
  list,
  why,
  plays: writePlays(plays),
});

/**
 * The progress in a snapshot: all of it, or only the playlist position, which is all that a station without rules
 * saves.
 */
export const readProgress = (place: Omit<ListPosition, 'deferred'>, saved: SavedProgress | undefined): Progress => {
  if (!saved) return { ...initialProgress, playlist: { ...place, deferred: [] }, since: 1, last: place.track };
  const { playlist, jingles, parts = {}, playlists = parts, credits = {}, since, last } = saved;
  return { playlist, jingles, playlists, credits, since, last };
};
