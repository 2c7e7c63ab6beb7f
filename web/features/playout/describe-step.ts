import type { PlaylistStep } from '#contract/api/playout.ts';
import { count } from '#web/lib/format.ts';

const verbs: Readonly<Record<PlaylistStep['what'], string>> = {
  moved: 'moved',
  removed: 'removed',
  added: 'added',
  ordered: 'reordered',
};

/** Describes a change of the playlist: `“Night Drive” removed`. */
export const describeStep = ({ what, tracks, title }: PlaylistStep): string =>
  `${tracks === 1 ? `“${title}”` : count(tracks, 'track')} ${verbs[what]}`;
