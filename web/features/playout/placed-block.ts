import type { PlaylistRow } from '#contract/api/playlists.ts';
import { blocksOverlap, type Block } from './week-blocks.ts';
import { dayNames, formatHours } from './week-format.ts';

/** A block of a playlist in the calendar; `id` stays the same while it is dragged. */
export type PlacedBlock = Block & { id: string; playlist: string };

/** The blocks in which two playlists would play alone at the same time, by their IDs. */
export const conflictsOf = (
  blocks: readonly PlacedBlock[],
  playlists: readonly Pick<PlaylistRow, 'id' | 'exclusive' | 'enabled'>[],
): ReadonlySet<string> => {
  const alone = new Set(playlists.filter(({ exclusive, enabled }) => exclusive && enabled).map(({ id }) => id));
  const candidates = blocks.filter(({ playlist }) => alone.has(playlist));
  return new Set(
    candidates
      .filter((one) => candidates.some((other) => other.playlist !== one.playlist && blocksOverlap(one, other)))
      .map(({ id }) => id),
  );
};

/** `Monday: Night Shift, 10:00 PM–2:00 AM, past midnight`; says all that its block shows, in this order. */
export const describeBlock = ({ day, from, to }: Block, name: string): string =>
  `${dayNames[day - 1] ?? ''}: ${name}, ${formatHours({ from, to: to > 1440 ? to - 1440 : to })}`;
