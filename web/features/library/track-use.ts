import type { MediaTrack, TrackUse } from '#contract/api/library.ts';
import { wording } from '#brand/wording.ts';

/** Describes where a track is used: `the Auto DJ playlist (position 3)`. */
export const describeUse = ({ kind, name, position }: TrackUse): string => {
  if (kind === 'jingles') return 'the jingles';
  if (kind === 'other_playlist') return `the playlist “${name}”`;
  return position === null ? `the ${wording.AutoDJ} playlist` : `the ${wording.AutoDJ} playlist (position ${position})`;
};

/** A short form for a table cell. */
export const usageBadge = ({ kind, name, position }: TrackUse): string => {
  if (kind === 'jingles') return 'Jingle';
  if (kind === 'other_playlist') return name;
  return position === null ? 'Playlist' : `Playlist #${position}`;
};

/** The tracks that are in use. */
export const usedTracks = (tracks: readonly MediaTrack[]): MediaTrack[] =>
  tracks.filter(({ used_in }) => used_in.length > 0);
