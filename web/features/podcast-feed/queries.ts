import { queryOptions } from '@tanstack/react-query';
import type { PodcastKey } from '#contract/keys.ts';
import { podcastFeed } from '#contract/podcast-feed.ts';
import { call } from '#web/lib/call.ts';

/** A podcast's feed and its validation. */
export const feedQuery = (key: PodcastKey) =>
  queryOptions({
    queryKey: ['podcastFeed', key],
    queryFn: ({ signal }) => call(podcastFeed.get, { params: { key } }, { signal }),
    // Any change of the podcast or its episodes may affect it.
    staleTime: 0,
  });

/** The feed itself, with its newest episodes. */
export const previewQuery = (key: PodcastKey) =>
  queryOptions({
    queryKey: ['podcastFeed', key, 'preview'],
    queryFn: ({ signal }) => call(podcastFeed.preview, { params: { key } }, { signal }),
    staleTime: 0,
  });
