import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { AutoDj } from '#contract/api/playout.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { markChanged, presentState, presentStep } from './playlist.ts';
import { countListed, gapBefore, renumber, placeTracks } from './playlist-order.repo.ts';
import { recordStep } from './playlist-steps.repo.ts';
import { findAutoDj, lockAutoDj } from './playout.repo.ts';

type MoveResult = Pick<AutoDj, 'revision' | 'dirty' | 'undo'>;
type Move = { tracks: TrackKey[]; before: TrackKey | null };

/** The smallest gap between positions; below it the playlist is renumbered. */
const smallestStep = 1e-7;

/**
 * Moves tracks, in the given order, before another track or to the end; writes only their own rows. Refuses with
 * `autodj.orderMismatch` if one of them is no longer in the playlist.
 */
export const moveTracks = async (db: Db, key: StationKey, { tracks, before }: Move, who: Person): Promise<MoveResult> =>
  await db.transaction().execute(async (tx) => {
    if (!(await lockAutoDj(tx, key))) refuse('station.notFound');
    const involved = before === null ? tracks : [...tracks, before];
    if (new Set(involved).size !== involved.length) refuse('autodj.orderMismatch');
    if ((await countListed(tx, key, involved)) !== involved.length) refuse('autodj.orderMismatch');
    await place(tx, key, { tracks, before }, who);
    await markChanged(tx, key);
    const state = (await findAutoDj(tx, key)) ?? refuse('station.notFound');
    return { ...presentState(state), undo: await presentStep(tx, key) };
  });

const place = async (tx: Tx, key: StationKey, { tracks, before }: Move, who: Person): Promise<void> => {
  const note = { what: 'moved', tracks, by: who.id } as const;
  const positions = between(await gapBefore(tx, key, tracks, before), tracks.length);
  await recordStep(tx, key, note, positions === undefined);
  if (positions) return await placeTracks(tx, key, tracks, positions);
  await renumber(tx, key);
  await placeTracks(tx, key, tracks, between(await gapBefore(tx, key, tracks, before), tracks.length) ?? []);
};

/** `count` evenly spaced positions between two others, or next to a single one; undefined if the gap is too small. */
const between = (
  { ahead, behind }: { ahead: number | null; behind: number | null },
  count: number,
): number[] | undefined => {
  const step = ahead === null || behind === null ? 1 : (behind - ahead) / (count + 1);
  if (step < smallestStep) return undefined;
  const start = ahead ?? (behind ?? 0) - count - 1;
  return Array.from({ length: count }, (_, i) => start + step * (i + 1));
};
