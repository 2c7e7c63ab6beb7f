import { episodes } from '#contract/api/episodes.ts';
import type { AnyEndpoint } from '#contract/api/http.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { checkStorage } from '#server/domains/billing/storage.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Uploader, UploadKind, UploadTarget } from '#server/platform/uploads/resumable.ts';
import { acceptEpisodeAudio, type AudioDeps } from './accept-audio.ts';

/** A file becomes the audio of the episode it names, or of a new one. */
const podcastTarget = (deps: AudioDeps, podcast: PodcastKey, who: Uploader): UploadTarget => {
  const owner = { podcast_key: podcast };
  return {
    owner,
    who,
    check: async () => {
      if (!(await deps.audio.available())) refuse('media.encoderMissing');
    },
    checkStorage: (tx, length) => checkStorage(tx, owner, length, { who, beside: true }),
    onComplete: async ({ path, filename, task, episode }) => {
      await acceptEpisodeAudio(deps, podcast, episode ?? undefined, { path, filename, task }, who);
    },
  };
};

/** Resumable uploads to a podcast, with the token of every upload there. */
export const episodeUploads = (deps: AudioDeps): UploadKind => ({
  purpose: 'podcast.upload',
  endpoint: episodes.upload as unknown as AnyEndpoint,
  targetOf: (podcast, who) => podcastTarget(deps, podcast as PodcastKey, who),
});
