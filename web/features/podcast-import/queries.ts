import { keepPreviousData, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { podcastImport, type ImportTask } from '#contract/api/podcast-import.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery, refetchPaths } from '#web/lib/endpoint-query.ts';
import type { PodcastScope } from '#web/parts/podcast-scope.ts';

/** A podcast's latest import, polled every second while it runs (spec §4). */
export const latestImportQuery = (key: PodcastKey) =>
  endpointQuery(
    podcastImport.latest,
    { params: { key } },
    {
      refetchInterval: ({ state }) => (state.data?.import?.status === 'PROCESSING' ? limits.uploadPollMs : false),
      staleTime: 1000,
    },
  );

export type ItemsPage = {
  limit: number;
  offset: number;
  state: 'open' | 'imported' | 'skipped' | 'failed' | undefined;
};

/** The episodes of an import, polled while it runs. */
export const importedQuery = ({ id, status }: ImportTask, page: ItemsPage) =>
  endpointQuery(
    podcastImport.episodes,
    { params: { id }, query: page },
    { placeholderData: keepPreviousData, refetchInterval: status === 'PROCESSING' ? limits.uploadPollMs : false },
  );

/** Caches the state of an import. */
const cacheImport = (queries: QueryClient, task: ImportTask): void => {
  const { key } = task.data;
  queries.setQueryData(latestImportQuery(key).queryKey, { import: task });
};

/** Fetches again what an import that has ended by itself added to. */
export const refetchImported = (queries: QueryClient, { data: { key } }: ImportTask): Promise<void> =>
  refetchPaths(
    queries,
    [
      'podcasts/import/task/*/episodes',
      'podcasts/{key}',
      'podcasts/{key}/episodes',
      'podcasts/{key}/episodes/*',
      'podcasts',
      'stations/*/podcasts',
      'portal/search/podcasts',
    ],
    { key },
  );

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
    onSuccess: (task) => cacheImport(queries, task),
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
