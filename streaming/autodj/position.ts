import type { AutoDjItem } from '#contract/engine/engine.ts';
import type { SavedProgress } from './saved-progress.ts';

/** The position of a station's Auto DJ, which survives a restart of the engine. */
export type Position = {
  generation: number;
  /** The key of the track, and its index in the list. */
  track: AutoDjItem['key'];
  index: number;
  /** How often the shuffled list has been played through. */
  round: number;
  /** File offset in the track, bytes. */
  offset: number;
  /** ms of it; older engines saved neither this nor when it was (ms since the epoch) and whether it was on the air. */
  offset_ms?: number | undefined;
  at?: number;
  playing?: boolean;
  /** Additional progress with jingles, other playlists or separation. */
  progress?: SavedProgress;
};
