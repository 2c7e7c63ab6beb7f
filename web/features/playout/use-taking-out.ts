import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { PlaylistStep } from '#contract/playout.ts';
import { announceUndoable } from '#web/lib/announce.tsx';
import { useAddJingles } from './jingle-queries.ts';
import { useRemoveTracks, useUndo } from './queries.ts';
import { wordsOfStep } from './step-words.ts';

type TakingOut = { remove: (keys: TrackKey[]) => void; makeJingles: (keys: TrackKey[]) => void };

/** Takes tracks out of a playlist, also to make jingles of them, and offers to undo it. */
export const useTakingOut = (stationKey: StationKey): TakingOut => {
  const remove = useRemoveTracks(stationKey);
  const addJingles = useAddJingles(stationKey);
  const { mutate: undo } = useUndo(stationKey);
  const offer = (step: PlaylistStep | null): void => {
    if (step) announceUndoable(wordsOfStep(step), () => undo(step.id));
  };
  return {
    remove: (keys) => remove.mutate(keys, { onSuccess: (now) => offer(now.undo) }),
    makeJingles: (keys) => addJingles.mutate(keys),
  };
};
