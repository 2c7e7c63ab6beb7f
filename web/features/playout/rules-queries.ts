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

/** Changes how the Auto DJ plays; the mixes are the station's settings too. */
export const useSetRules = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (body: AutoDjSettings) => call(playoutRules.setRules, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (now) => {
      queries.setQueryData(rulesQuery(key).queryKey, now);
      void queries.invalidateQueries({ queryKey: stationQuery(key).queryKey, exact: true });
    },
  });
};
