import { keepPreviousData, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { successes } from '#contract/texts/successes.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcasts, type ChangedPodcast, type NewPodcast, type Podcast } from '#contract/api/podcasts.ts';
import { useAction } from '#web/lib/action.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { call } from '#web/lib/call.ts';
import { endpointKey, endpointQuery, keyedQuery, refetchStale, removeResource } from '#web/lib/endpoint-query.ts';
import type { PodcastScope } from './podcast-scope.ts';

export type PodcastPage = { limit: number; offset: number; search: string };

const pageQuery = ({ limit, offset, search }: PodcastPage) => ({
  limit,
  offset,
  search: search === '' ? undefined : search,
});

/** The podcasts of an account including its stations', or those of a station. */
export const podcastsQuery = ({ accountKey, stationKey }: PodcastScope, page: PodcastPage) =>
  keyedQuery(
    stationKey === undefined
      ? endpointKey(podcasts.list, { query: { accountKey, ...pageQuery(page) } })
      : endpointKey(podcasts.ofStation, { params: { key: stationKey }, query: pageQuery(page) }),
    ({ signal }) =>
      stationKey === undefined
        ? call(podcasts.list, { query: { accountKey, ...pageQuery(page) } }, { signal })
        : call(podcasts.ofStation, { params: { key: stationKey }, query: pageQuery(page) }, { signal }),
    { placeholderData: keepPreviousData, staleTime: 10_000 },
  );

/** The podcasts of the portal. */
export const portalPodcastsQuery = (page: PodcastPage) =>
  endpointQuery(podcasts.search, { query: pageQuery(page) }, { placeholderData: keepPreviousData, staleTime: 10_000 });

export const podcastQuery = (key: PodcastKey) =>
  endpointQuery(podcasts.get, { params: { key } }, { staleTime: 10_000 });

/** Caches the podcast a change returned, and reloads what else shows it. */
const cachePodcast = (queries: QueryClient, podcast: Podcast): void => {
  queries.setQueryData(podcastQuery(podcast.key).queryKey, podcast);
};

/** Creates a podcast in the current scope. */
export const useCreatePodcast = ({ accountKey, stationKey }: PodcastScope) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'podcast.createFailed',
    mutationFn: ({ body, logo, key }: { body: NewPodcast; logo: File; key: string }) =>
      stationKey === undefined
        ? call(podcasts.create, { query: { accountKey }, body, file: logo }, { idempotencyKey: key })
        : call(podcasts.createInStation, { params: { key: stationKey }, body, file: logo }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: (podcast) => {
      cachePodcast(queries, podcast);
      toastSuccess(successes.podcastCreated);
    },
  });
};

/** Changes a podcast, and its logo if a file is given. */
export const useUpdatePodcast = (key: PodcastKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'podcast.updateFailed',
    mutationFn: ({ body, logo }: { body: ChangedPodcast; logo?: File | undefined }) =>
      call(podcasts.update, { params: { key }, body, file: logo }),
    meta: { form: true },
    onSuccess: (podcast) => {
      cachePodcast(queries, podcast);
      toastSuccess(successes.podcastUpdated);
    },
  });
};

/** Deletes a podcast with its episodes and files. */
export const useRemovePodcast = (key: PodcastKey) =>
  useAction({
    failure: 'podcast.deleteFailed',
    mutationFn: () => call(podcasts.remove, { params: { key } }),
    meta: { leaves: true },
  });

/** Removes a deleted podcast from the cache and reloads the lists. */
export const forgetPodcast = (queries: QueryClient, key: PodcastKey): void => {
  removeResource(queries, podcasts.get, { params: { key } });
  void refetchStale(queries);
};
