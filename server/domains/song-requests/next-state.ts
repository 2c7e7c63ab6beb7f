import type { AirControl } from '#contract/engine/engine-air.ts';
import type { SongRequestRow } from './song-requests.repo.ts';

/** A request that was approved this recently may not have reached the engine, or not be in the state that it sent. */
const onItsWayMs = 15_000;

type Known = Pick<SongRequestRow, 'id' | 'state' | 'decided' | 'played'>;
type Changed = Pick<SongRequestRow, 'state' | 'played'>;

/**
 * What the engine's queue says about a request that was approved or plays: it plays, has played, or left the queue
 * without having been played. Undefined if nothing changed.
 */
export const nextState = (
  { id, state, decided, played }: Known,
  { queue, playing, started = [] }: Pick<AirControl, 'queue' | 'playing' | 'started'>,
  now: Date,
): Changed | undefined => {
  const at = started.find((one) => one.id === id)?.at;
  const began = played ?? (at === undefined ? now : new Date(at));
  if (playing === id) return state === 'playing' ? undefined : { state: 'playing', played: began };
  if (state === 'playing' || at !== undefined) return { state: 'played', played: began };
  if (queue.some((one) => one.id === id)) return undefined;
  const isOnItsWay = decided !== null && now.getTime() - decided.getTime() < onItsWayMs;
  return isOnItsWay ? undefined : { state: 'removed', played: null };
};
