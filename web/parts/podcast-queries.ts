import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { successes } from '#contract/successes.ts';
import type { PodcastKey } from '#contract/keys.ts';
import { podcasts, type ChangedPodcast, type NewPodcast, type Podcast } from '#contract/podcasts.ts';
import { useAction } from '#web/lib/action.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { call } from '#web/lib/call.ts';
import type { PodcastScope } from './podcast-scope.ts';

export type PodcastPage = { limit: number; offset: number; search: string };

const pageQuery = ({ limit, offset, search }: PodcastPage) => ({
  limit,
  offset,
  search: search === '' ? undefined : search,
});

/** The podcasts of an account including its stations', or those of a station. */
export const podcastsQuery = ({ accountKey, stationKey }: PodcastScope, page: PodcastPage) =>
  queryOptions({
    queryKey: ['podcasts', 'list', accountKey, stationKey ?? null, page],
    queryFn: ({ signal }) =>
      stationKey === undefined
        ? call(podcasts.list, { query: { accountKey, ...pageQuery(page) } }, { signal })
        : call(podcasts.ofStation, { params: { key: stationKey }, query: pageQuery(page) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** The podcasts of the portal. */
export const portalPodcastsQuery = (page: PodcastPage) =>
  queryOptions({
    queryKey: ['podcasts', 'list', 'portal', page],
    queryFn: ({ signal }) => call(podcasts.search, { query: pageQuery(page) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export const podcastQuery = (key: PodcastKey) =>
  queryOptions({
    queryKey: ['podcasts', key],
    queryFn: ({ signal }) => call(podcasts.get, { params: { key } }, { signal }),
    staleTime: 10_000,
  });

/** Caches the podcast a change returned, and reloads what else shows it. */
const cachePodcast = (queries: QueryClient, podcast: Podcast): void => {
  queries.setQueryData(podcastQuery(podcast.key).queryKey, podcast);
  void queries.invalidateQueries({ queryKey: ['podcasts', 'list'] });
  void queries.invalidateQueries({
    queryKey: ['podcasts', podcast.key],
    predicate: ({ queryKey }) => queryKey.length > 2,
  });
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
      void queries.invalidateQueries({ queryKey: ['billing'] });
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
  useAction({ failure: 'podcast.deleteFailed', mutationFn: () => call(podcasts.remove, { params: { key } }) });

/** Removes a deleted podcast from the cache and reloads the lists. */
export const forgetPodcast = (queries: QueryClient, key: PodcastKey): void => {
  queries.removeQueries({ queryKey: ['podcasts', key] });
  void queries.invalidateQueries({ queryKey: ['podcasts', 'list'] });
  void queries.invalidateQueries({ queryKey: ['billing'] });
};
