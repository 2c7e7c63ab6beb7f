import { useQueryClient } from '@tanstack/react-query';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count } from '#web/lib/format.ts';

export const jinglesQuery = (key: StationKey) => endpointQuery(playoutRules.jingles, { params: { key } });

/** Turns tracks into jingles; they leave the playlist. */
export const useAddJingles = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (tracks: TrackKey[]) => call(playoutRules.addJingles, { params: { key }, body: { tracks } }),
    onSuccess: (jingles, tracks) => {
      queries.setQueryData(jinglesQuery(key).queryKey, jingles);
      toastSuccess(`${count(tracks.length, 'jingle')} added.`);
    },
  });
};

/** Removes tracks from the jingles; they stay in the library. */
export const useRemoveJingles = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (tracks: TrackKey[]) => call(playoutRules.removeJingles, { params: { key }, body: { tracks } }),
    onSuccess: (jingles) => queries.setQueryData(jinglesQuery(key).queryKey, jingles),
  });
};
