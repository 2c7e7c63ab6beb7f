import { episodes } from '#contract/episodes.ts';
import type { AnyEndpoint } from '#contract/http.ts';
import type { PodcastKey } from '#contract/keys.ts';
import type { Receiver, Way } from '#server/domains/library/resumable.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { takeEpisodeAudio, type AudioDeps } from './take-audio.ts';

/** Receives resumable uploads to a podcast, for an existing or a new episode. */
const toPodcast = (
  deps: AudioDeps,
  podcast: PodcastKey,
  who: { id: string; isPortalAdmin: boolean } | undefined,
): Receiver => ({
  owner: { podcast_key: podcast },
  who,
  taker: {
    check: async () => {
      if (!(await deps.audio.available())) refuse('media.encoderMissing');
    },
    take: async ({ path, filename, task, episode }) => {
      await takeEpisodeAudio(deps, podcast, episode ?? undefined, { path, filename, task }, who);
    },
  },
});

/** The resumable upload target of podcasts; needs a `podcast.upload` token. */
export const episodesWay = (deps: AudioDeps): Way => ({
  purpose: 'podcast.upload',
  endpoint: episodes.upload as unknown as AnyEndpoint,
  receiver: (podcast, who) => toPodcast(deps, podcast as PodcastKey, who),
});
