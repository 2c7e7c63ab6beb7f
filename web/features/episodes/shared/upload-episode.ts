import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { sendInParts } from '#web/features/uploads/shared/send-in-parts.ts';
import type { UploadTask, UploadItem, UploadTarget } from '#web/features/uploads/shared/upload-queue.ts';
import { failureText, upload, useUploads } from '#web/features/uploads/shared/upload-store.ts';
import { failureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';

type EpisodeTarget = UploadTarget & { podcastKey: PodcastKey; episodeKey: EpisodeKey | undefined };

const words = {
  preparing: 'Preparing the audio',
  done: 'Audio added',
  duplicate: 'Audio added',
} as const;

/** Uploads audio for an episode; without an episode, each file becomes a draft named after the file. */
export const uploadEpisode = (
  podcastKey: PodcastKey,
  episodeKey: EpisodeKey | undefined,
  files: readonly File[],
): void => upload(targetOf(podcastKey, episodeKey), files);

/** The current or last upload of an episode. */
export const useEpisodeUpload = (episodeKey: EpisodeKey | undefined): UploadItem | undefined =>
  useUploads().items.findLast(({ target }) => isEpisode(target) && target.episodeKey === episodeKey);

/** Calls the listener whenever an upload to a podcast changes state. */
export const onEpisodeUpload = (listener: Changed): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

type Changed = (podcastKey: PodcastKey, item: UploadItem) => void;
const listeners = new Set<Changed>();

const isEpisode = (target: UploadTarget): target is EpisodeTarget => 'podcastKey' in target;

const targetOf = (podcastKey: PodcastKey, episodeKey: EpisodeKey | undefined): EpisodeTarget => ({
  podcastKey,
  episodeKey,
  send: async (file, signal, onProgress): Promise<UploadTask> => {
    if ('url' in file) throw failureOf('episode.uploadFailed', undefined);
    if (file.size > limits.resumableFromBytes)
      return await sendInParts(partsOf(podcastKey, episodeKey), file, signal, onProgress);
    const sent = { fields: { name: file.name }, file };
    return episodeKey === undefined
      ? await call(episodes.upload, { params: { podcastKey }, ...sent }, { signal, onProgress })
      : await call(episodes.uploadFor, { params: { podcastKey, episodeKey }, ...sent }, { signal, onProgress });
  },
  poll: (taskId, signal) => call(episodes.task, { params: { taskId } }, { signal }),
  finish: async () => undefined,
  onChange: (item) => {
    for (const listener of listeners) listener(podcastKey, item);
  },
  words,
  textOf: (cause) => failureText('episode.uploadFailed', cause),
});

const partsOf = (podcastKey: PodcastKey, episodeKey: EpisodeKey | undefined) => {
  let token: Promise<string> | undefined;
  return {
    id: `${podcastKey} ${episodeKey ?? 'new'}`,
    token: (): Promise<string> => {
      token ??= call(episodes.uploadToken, { params: { podcastKey } }).then((issued) => issued.token);
      token.catch(() => (token = undefined));
      return token;
    },
    renew: (): void => (token = undefined),
    metadata: { ...(episodeKey !== undefined && { episode: episodeKey }) },
  };
};
