import { useQueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { streamRules, type ChangedStreamRules } from '#contract/api/stream-rules.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The rules that say who may listen to a station. */
export const streamRulesQuery = (key: StationKey) => endpointQuery(streamRules.get, { params: { key } });

/** Changes the listener rules of a station. */
export const useSetStreamRules = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.updateFailed',
    mutationFn: (body: ChangedStreamRules) => call(streamRules.set, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (rules) => queries.setQueryData(streamRulesQuery(key).queryKey, rules),
  });
};

/** Whether the given rules, saved or not, admit an address. */
export const useDecision = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: (body: { address: string; rules: ChangedStreamRules }) =>
      call(streamRules.decide, { params: { key }, body }),
    meta: { form: true },
  });
