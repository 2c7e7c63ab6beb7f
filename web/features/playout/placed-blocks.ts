import type { PlaylistHours, PlaylistRow } from '#contract/api/playlists.ts';
import type { PlacedBlock } from './placed-block.ts';
import { blocksOf, hoursOf, type Block } from './week-blocks.ts';

type Saved = Pick<PlaylistRow, 'id' | 'hours'>;

/** The blocks of playlists in the order of the week; those that were there `before` keep their IDs. */
export const placedBlocks = (playlists: readonly Saved[], before: readonly PlacedBlock[] = []): PlacedBlock[] => {
  const left = [...before];
  const idOf = (playlist: string, { day, from, to }: Block): string => {
    const at = left.findIndex(
      (one) => one.playlist === playlist && one.day === day && one.from === from && one.to === to,
    );
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same?.id ?? crypto.randomUUID();
  };
  return playlists
    .flatMap(({ id: playlist, hours }) =>
      blocksOf(hours).map((block) => ({ ...block, id: idOf(playlist, block), playlist })),
    )
    .toSorted((one, other) => one.day - other.day || one.from - other.from);
};

/** The hours that these blocks are, of those playlists for which they differ from the saved ones. */
export const changedHours = (blocks: readonly PlacedBlock[], saved: readonly Saved[]): PlaylistHours['playlists'] =>
  saved.flatMap(({ id, hours }) => {
    const now = hoursOf(blocks.filter(({ playlist }) => playlist === id));
    return JSON.stringify(now) === JSON.stringify(hoursOf(blocksOf(hours))) ? [] : [{ id, hours: now }];
  });

/**
 * The blocks once `next` is known to be saved instead of `saved`: a playlist has its blocks of `next`, unless those shown are unsaved changes.
 * Blocks that stay keep their place and ID.
 */
export const mergedBlocks = (
  blocks: readonly PlacedBlock[],
  saved: readonly Saved[],
  next: readonly Saved[],
): readonly PlacedBlock[] => {
  const unsaved = new Set(changedHours(blocks, saved).map(({ id }) => id));
  const merged = [
    ...placedBlocks(
      next.filter(({ id }) => !unsaved.has(id)),
      blocks,
    ),
    ...blocks.filter(({ playlist }) => unsaved.has(playlist) && next.some(({ id }) => id === playlist)),
  ];
  const ids = new Set(merged.map(({ id }) => id));
  const stay = blocks.filter(({ id }) => ids.has(id));
  return [...stay, ...merged.filter(({ id }) => !stay.some((one) => one.id === id))];
};
