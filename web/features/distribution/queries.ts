import { useQueryClient } from '@tanstack/react-query';
import { distribution, type ChangedDistribution, type Distribution } from '#contract/api/distribution.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const distributionQuery = (key: PodcastKey) => endpointQuery(distribution.get, { params: { key } });

/** Marks a platform as submitted or not, or sets the URL of its listing. */
export const useSetListing = (key: PodcastKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'podcast.updateFailed',
    mutationFn: (platform: ChangedDistribution['platforms'][number]) =>
      call(distribution.set, { params: { key }, body: { platforms: [platform] } }),
    meta: { form: true },
    onSuccess: (answer) => queries.setQueryData(distributionQuery(key).queryKey, answer),
  });
};

/** Checks a listing now. */
export const useCheckListing = (key: PodcastKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (platform: string) => call(distribution.check, { params: { key, platform } }),
    onSuccess: (answer) =>
      queries.setQueryData(
        distributionQuery(key).queryKey,
        (before: Distribution | undefined) =>
          before && {
            ...before,
            platforms: before.platforms.map((one) => (one.platform === answer.platform ? answer : one)),
          },
      ),
  });
};
