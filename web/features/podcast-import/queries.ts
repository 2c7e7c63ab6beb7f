import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { PodcastKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { podcastImport, type ImportTask } from '#contract/podcast-import.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import type { PodcastScope } from '#web/parts/podcast-scope.ts';

/** A podcast's latest import, polled every second while it runs (spec §4). */
export const latestImportQuery = (key: PodcastKey) =>
  queryOptions({
    queryKey: ['podcastImport', key],
    queryFn: ({ signal }) => call(podcastImport.latest, { params: { key } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.import?.status === 'PROCESSING' ? limits.uploadPollMs : false),
    staleTime: 1000,
  });

export type ItemsPage = {
  limit: number;
  offset: number;
  state: 'open' | 'imported' | 'skipped' | 'failed' | undefined;
};

/** The episodes of an import, polled while it runs. */
export const importedQuery = ({ id, status, data }: ImportTask, page: ItemsPage) =>
  queryOptions({
    queryKey: ['podcastImport', data.key, 'episodes', id, page],
    queryFn: ({ signal }) => call(podcastImport.episodes, { params: { id }, query: page }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: status === 'PROCESSING' ? limits.uploadPollMs : false,
  });

/** Caches the state of an import and reloads what it adds to. */
export const cacheImport = (queries: QueryClient, task: ImportTask): void => {
  const { key } = task.data;
  queries.setQueryData(latestImportQuery(key).queryKey, { import: task });
  void queries.invalidateQueries({ queryKey: ['podcastImport', key, 'episodes'] });
  void queries.invalidateQueries({ queryKey: ['podcasts'] });
  void queries.invalidateQueries({ queryKey: ['episodes', key] });
};

/** Imports a feed as a new podcast of this scope, or into an existing one. */
export const useStartImport = ({ accountKey, stationKey }: PodcastScope, podcast: PodcastKey | undefined) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'import.failed',
    mutationFn: ({ feed_url, code, key }: { feed_url: string; code: string | undefined; key: string }) =>
      stationKey === undefined
        ? call(
            podcastImport.start,
            { params: { id: podcast ?? 'new' }, query: { accountKey }, body: { feed_url, code } },
            { idempotencyKey: key },
          )
        : call(
            podcastImport.startInStation,
            { params: { key: stationKey }, body: { feed_url, code, podcast } },
            { idempotencyKey: key },
          ),
    meta: { form: true },
    onSuccess: (task) => {
      cacheImport(queries, task);
      void queries.invalidateQueries({ queryKey: ['billing'] });
    },
  });
};

/** E-mails a code to the owner of a locked feed. */
export const useSendProofCode = () =>
  useAction({
    failure: 'default',
    mutationFn: (feed_url: string) => call(podcastImport.prove, { body: { feed_url } }),
  });

/** Retries the failed episodes. */
export const useRetryImport = (id: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'import.failed',
    mutationFn: () => call(podcastImport.retry, { params: { id } }),
    onSuccess: (task) => cacheImport(queries, task),
  });
};

/** Cancels the remaining episodes. */
export const useCancelImport = (id: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: () => call(podcastImport.cancel, { params: { id } }),
    onSuccess: (task) => cacheImport(queries, task),
  });
};
