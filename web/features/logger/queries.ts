import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { logger, type LogEpisode, type StationLog } from '#contract/api/logger.ts';
import { useAction } from '#web/lib/action.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** Recordings grow all the time. */
const refetchMs = 30_000;

export const logQuery = (key: StationKey) =>
  endpointQuery(
    logger.overview,
    { params: { key } },
    { refetchInterval: ({ state }) => (state.data?.enabled && state.data.recorded.length === 0 ? 3000 : refetchMs) },
  );

export const logDayQuery = (key: StationKey, date: string) =>
  endpointQuery(
    logger.day,
    { params: { key, date } },
    {
      refetchInterval: ({ state }) => (state.data && state.data.to < Date.now() ? false : refetchMs),
      placeholderData: keepPreviousData,
    },
  );

/** Switches the logger or changes its retention in days. */
export const useChangeLog = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: Partial<Pick<StationLog, 'enabled' | 'days'>>) => call(logger.change, { params: { key }, body }),
    onSuccess: (log) => queries.setQueryData(logQuery(key).queryKey, log),
  });
};

/** Deletes all recordings. */
export const useClearLog = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: () => call(logger.clear, { params: { key } }),
    onSuccess: () => toastSuccess('All recordings deleted.'),
  });

/** Saves a clip to the media library. */
export const useCutLog = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: (body: { from: number; to: number; title: string; artist: string }) =>
      call(logger.cut, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (_, { title }) => toastSuccess(`“${title}” will be in the media library shortly.`),
  });

/** Creates a draft episode from a clip, with a chapter for each title. */
export const useCutEpisode = () =>
  useAction({
    failure: 'episode.createFailed',
    mutationFn: ({ podcast, body }: { podcast: PodcastKey; body: z.output<typeof LogEpisode> }) =>
      call(logger.cutEpisode, { params: { podcastKey: podcast }, body }),
    meta: { form: true },
    onSuccess: (_, { body }) => toastSuccess(`“${body.title}” will be in your drafts shortly.`),
  });

/** Signed URLs to play and download a span of this station's recordings. */
export const logLink = (key: StationKey, from: number, to: number, name?: string) =>
  call(logger.link, { params: { key, from, to }, query: name === undefined ? {} : { name } });
