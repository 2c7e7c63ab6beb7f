import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/keys.ts';
import { playoutRules, type AutoDjSettings } from '#contract/playout-rules.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

export const rulesQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['playout', key, 'rules'],
    queryFn: ({ signal }) => call(playoutRules.rules, { params: { key } }, { signal }),
  });

/** Changes the playback rules; the crossfade values are station settings too. */
export const useSetRules = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (body: AutoDjSettings) => call(playoutRules.setRules, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (rules) => {
      queries.setQueryData(rulesQuery(key).queryKey, rules);
      void queries.invalidateQueries({ queryKey: stationQuery(key).queryKey, exact: true });
    },
  });
};
