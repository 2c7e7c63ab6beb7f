import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { PlaylistStep } from '#contract/api/playout.ts';
import { toastUndoable } from '#web/lib/toasts.tsx';
import { useAddJingles } from './jingle-queries.ts';
import { useRemoveTracks, useUndo } from './queries.ts';
import { describeStep } from './describe-step.ts';

type RemoveActions = { remove: (keys: TrackKey[]) => void; makeJingles: (keys: TrackKey[]) => void };

/** Removes tracks from a playlist and offers to undo it, or turns them into jingles. */
export const useRemoveWithUndo = (stationKey: StationKey): RemoveActions => {
  const remove = useRemoveTracks(stationKey);
  const addJingles = useAddJingles(stationKey);
  const { mutate: undo } = useUndo(stationKey);
  const offerUndo = (step: PlaylistStep | null): void => {
    if (step) toastUndoable(describeStep(step), () => undo(step.id));
  };
  return {
    remove: (keys) => remove.mutate(keys, { onSuccess: (now) => offerUndo(now.undo) }),
    makeJingles: (keys) => addJingles.mutate(keys),
  };
};
