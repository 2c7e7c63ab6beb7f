import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/keys.ts';
import { streamRules, type ChangedStreamRules } from '#contract/stream-rules.ts';
import { call } from '#web/lib/call.ts';

/** Who may listen to a station. */
export const streamRulesQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['stations', key, 'stream-rules'],
    queryFn: ({ signal }) => call(streamRules.get, { params: { key } }, { signal }),
  });

/** Changes who may listen to a station. */
export const useSetStreamRules = (key: StationKey) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangedStreamRules) => call(streamRules.set, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (rules) => queries.setQueryData(streamRulesQuery(key).queryKey, rules),
  });
};

/** Whether an address would be let in by rules that needn't be saved. */
export const useDecision = (key: StationKey) =>
  useMutation({
    mutationFn: (body: { address: string; rules: ChangedStreamRules }) =>
      call(streamRules.decide, { params: { key }, body }),
    meta: { form: true },
  });
