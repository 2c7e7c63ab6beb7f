import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { ChangedEpisode, NewEpisode } from '#contract/api/episode.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { InputOf } from '#contract/api/http.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery, refetchPaths, removeResource } from '#web/lib/endpoint-query.ts';

type Page = NonNullable<InputOf<typeof episodes.list>['query']>;

/** One page of a podcast's episodes, polled while the audio of one is being prepared. */
export const episodesQuery = (podcastKey: PodcastKey, page: Page) =>
  endpointQuery(
    episodes.list,
    { params: { podcastKey }, query: page },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.entities.some(({ upload_status }) => upload_status === 'processing') ? 2000 : false,
    },
  );

/** One episode, polled every second while its audio is being prepared (spec §4). */
export const episodeQuery = (podcastKey: PodcastKey, episodeKey: EpisodeKey) =>
  endpointQuery(
    episodes.get,
    { params: { podcastKey, episodeKey } },
    { refetchInterval: ({ state }) => (state.data?.upload_status === 'processing' ? limits.uploadPollMs : false) },
  );

/** The waveform of the original file; `file` identifies the file. */
export const waveformQuery = (podcastKey: PodcastKey, episodeKey: EpisodeKey, file: string) =>
  endpointQuery(
    episodes.waveform,
    { params: { podcastKey, episodeKey } },
    { variant: file, staleTime: Number.POSITIVE_INFINITY },
  );

/** Signed preview URLs of the audio for editors, valid for six hours. */
export const previewQuery = (podcastKey: PodcastKey, episodeKey: EpisodeKey, file: string) =>
  endpointQuery(episodes.preview, { params: { podcastKey, episodeKey } }, { variant: file, staleTime: 5 * 3_600_000 });

/** The timed transcript of an episode; `version` identifies the file. */
export const transcriptQuery = (podcastKey: PodcastKey, episodeKey: EpisodeKey, url: string, version: string) =>
  endpointQuery(
    episodes.transcript,
    { params: { podcastKey, episodeKey } },
    { variant: [url, version], placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );

/** Reloads the shown episodes of a podcast. */
export const useRefreshEpisodes = (podcastKey: PodcastKey) => {
  const queries = useQueryClient();
  return (): Promise<void> =>
    refetchPaths(
      queries,
      [
        'podcasts/{podcastKey}/episodes',
        'podcasts/{podcastKey}/episodes/*',
        'podcasts/{podcastKey}',
        'podcasts',
        'stations/*/podcasts',
        'portal/search/podcasts',
      ],
      { podcastKey },
    );
};

/** Creates an episode without audio; idempotent per `idempotencyKey`. */
export const useCreateEpisode = (podcastKey: PodcastKey) =>
  useAction({
    failure: 'episode.createFailed',
    mutationFn: ({ body, idempotencyKey }: { body: NewEpisode; idempotencyKey: string }) =>
      call(episodes.create, { params: { podcastKey }, body }, { idempotencyKey }),
    meta: { form: true },
  });

/** Changes an episode, and its artwork if a file is given. */
export const useChangeEpisode = (podcastKey: PodcastKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'episode.updateFailed',
    mutationFn: ({ key, body, logo }: { key: EpisodeKey; body: ChangedEpisode; logo?: File | undefined }) =>
      call(episodes.update, {
        params: { podcastKey, episodeKey: key },
        body,
        ...(logo && { file: logo }),
      }),
    meta: { form: true },
    onSuccess: (episode) => queries.setQueryData(episodeQuery(podcastKey, episode.key).queryKey, episode),
  });
};

/** Deletes episodes one by one; the caller confirms first. */
export const useDeleteEpisodes = (podcastKey: PodcastKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'episode.deleteFailed',
    mutationFn: async (keys: readonly EpisodeKey[]) => {
      for (const episodeKey of keys) await call(episodes.remove, { params: { podcastKey, episodeKey } });
    },
    onSuccess: (_, keys) => {
      for (const episodeKey of keys) removeResource(queries, episodes.get, { params: { podcastKey, episodeKey } });
    },
  });
};

/** Saves a transcript, or removes it when `file` is null. */
export const useTranscript = (podcastKey: PodcastKey, episodeKey: EpisodeKey) => {
  const queries = useQueryClient();
  const params = { podcastKey, episodeKey };
  return useAction({
    failure: 'episode.updateFailed',
    mutationFn: (file: File | null) =>
      file ? call(episodes.setTranscript, { params, file }) : call(episodes.removeTranscript, { params }),
    onSuccess: (episode) => queries.setQueryData(episodeQuery(podcastKey, episodeKey).queryKey, episode),
  });
};
