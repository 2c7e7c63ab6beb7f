import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { PodcastKey, StationKey } from '#contract/keys.ts';
import { logger, type LogEpisode, type StationLog } from '#contract/logger.ts';
import { useAction } from '#web/lib/action.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { call } from '#web/lib/call.ts';

/** What is recorded grows by itself. */
const freshMs = 30_000;

export const logQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['logger', key],
    queryFn: ({ signal }) => call(logger.overview, { params: { key } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.enabled && state.data.recorded.length === 0 ? 3000 : freshMs),
  });

export const logDayQuery = (key: StationKey, date: string) =>
  queryOptions({
    queryKey: ['logger', key, 'day', date],
    queryFn: ({ signal }) => call(logger.day, { params: { key, date } }, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.to < Date.now() ? false : freshMs),
    placeholderData: keepPreviousData,
  });

/** Switches the logger, or says for how many days it keeps. */
export const useChangeLog = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: Partial<Pick<StationLog, 'enabled' | 'days'>>) => call(logger.change, { params: { key }, body }),
    onSuccess: (log) => queries.setQueryData(logQuery(key).queryKey, log),
  });
};

/** Removes everything that was recorded. */
export const useClearLog = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: () => call(logger.clear, { params: { key } }),
    onSuccess: () => {
      announceSuccess('Everything that was recorded was removed.');
      return queries.invalidateQueries({ queryKey: ['logger', key] });
    },
  });
};

/** Puts a cut into the media library. */
export const useCutLog = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: (body: { from: number; to: number; title: string; artist: string }) =>
      call(logger.cut, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (_, { title }) => announceSuccess(`“${title}” is in the media library in a moment.`),
  });

/** Makes a draft episode of a time, with chapters of what played. */
export const useCutEpisode = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'episode.createFailed',
    mutationFn: ({ podcast, body }: { podcast: PodcastKey; body: z.output<typeof LogEpisode> }) =>
      call(logger.cutEpisode, { params: { podcastKey: podcast }, body }),
    meta: { form: true },
    onSuccess: (_, { podcast, body }) => {
      announceSuccess(`“${body.title}” is among the drafts in a moment.`);
      return queries.invalidateQueries({ queryKey: ['podcasts', podcast] });
    },
  });
};

/** Links to listen to a time and to download it, signed for this station's recordings. */
export const logLink = (key: StationKey, from: number, to: number, name?: string) =>
  call(logger.link, { params: { key, from, to }, query: name === undefined ? {} : { name } });
