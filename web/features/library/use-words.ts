import type { MediaTrack, TrackUse } from '#contract/library.ts';
import { wording } from '#brand/wording.ts';

/** Where a track is used, in words. */
export const placeOf = ({ kind, name, position }: TrackUse): string => {
  if (kind === 'jingles') return 'the jingles';
  if (kind === 'day_part') return `the day-part “${name}”`;
  return position === null ? `the ${wording.AutoDJ} playlist` : `the ${wording.AutoDJ} playlist (place ${position})`;
};

/** The same, short enough for a table. */
export const badgeOf = ({ kind, name, position }: TrackUse): string => {
  if (kind === 'jingles') return 'Jingle';
  if (kind === 'day_part') return name;
  return position === null ? 'Playlist' : `Playlist #${position}`;
};

/** Those of the tracks that are used anywhere. */
export const usedTracks = (tracks: readonly MediaTrack[]): MediaTrack[] =>
  tracks.filter(({ used_in }) => used_in.length > 0);
