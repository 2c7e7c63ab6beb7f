import { useQueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { playoutRules, type AutoDjSettings } from '#contract/api/playout-rules.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const rulesQuery = (key: StationKey) => endpointQuery(playoutRules.rules, { params: { key } });

/** Changes the playback rules; the crossfade values are station settings too. */
export const useSetRules = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (body: AutoDjSettings) => call(playoutRules.setRules, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (rules) => queries.setQueryData(rulesQuery(key).queryKey, rules),
  });
};
