import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcastFeed } from '#contract/api/podcast-feed.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** A podcast's feed and its validation. */
export const feedQuery = (key: PodcastKey) =>
  endpointQuery(
    podcastFeed.get,
    { params: { key } },
    {
      // Any change of the podcast or its episodes may affect it.
      staleTime: 0,
    },
  );

/** The feed itself, with its newest episodes. */
export const previewQuery = (key: PodcastKey) =>
  endpointQuery(podcastFeed.preview, { params: { key } }, { staleTime: 0 });
