import { episodes } from '#contract/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { sendInParts } from '#web/features/uploads/shared/send-in-parts.ts';
import type { Sent, UploadItem, UploadTarget } from '#web/features/uploads/shared/upload-queue.ts';
import { failureText, upload, useUploads } from '#web/features/uploads/shared/upload-store.ts';
import { failureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';

type EpisodeTarget = UploadTarget & { podcastKey: PodcastKey; episodeKey: EpisodeKey | undefined };

const words = {
  preparing: 'Preparing the audio',
  done: 'The episode has its audio',
  duplicate: 'The episode has its audio',
} as const;

/** Makes a draft of each file; without an episode, one is made of the file's name. */
export const uploadEpisode = (
  podcastKey: PodcastKey,
  episodeKey: EpisodeKey | undefined,
  files: readonly File[],
): void => upload(targetOf(podcastKey, episodeKey), files);

/** The upload that is on its way for an episode, or the last one that was. */
export const useEpisodeUpload = (episodeKey: EpisodeKey | undefined): UploadItem | undefined =>
  useUploads().items.findLast(({ target }) => isEpisode(target) && target.episodeKey === episodeKey);

/** Hears of every upload to a podcast that has come to another state. */
export const onEpisodeUpload = (listener: Changed): (() => void) => {
  told.add(listener);
  return () => void told.delete(listener);
};

type Changed = (podcastKey: PodcastKey, item: UploadItem) => void;
const told = new Set<Changed>();

const isEpisode = (target: UploadTarget): target is EpisodeTarget => 'podcastKey' in target;

const targetOf = (podcastKey: PodcastKey, episodeKey: EpisodeKey | undefined): EpisodeTarget => ({
  podcastKey,
  episodeKey,
  send: async (file, signal, onProgress): Promise<Sent> => {
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
    for (const listener of told) listener(podcastKey, item);
  },
  words,
  textOf: (thrown) => failureText('episode.uploadFailed', thrown),
});

const partsOf = (podcastKey: PodcastKey, episodeKey: EpisodeKey | undefined) => {
  let token: Promise<string> | undefined;
  return {
    id: `${podcastKey} ${episodeKey ?? 'new'}`,
    token: (): Promise<string> => {
      token ??= call(episodes.uploadToken, { params: { podcastKey } }).then((given) => given.token);
      token.catch(() => (token = undefined));
      return token;
    },
    renew: (): void => (token = undefined),
    metadata: { ...(episodeKey !== undefined && { episode: episodeKey }) },
  };
};
