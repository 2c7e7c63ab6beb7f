import { queryOptions } from '@tanstack/react-query';
import type { PodcastKey } from '#contract/keys.ts';
import { podcastFeed } from '#contract/podcast-feed.ts';
import { call } from '#web/lib/call.ts';

/** A podcast's feed, and what directories would say of it. */
export const feedQuery = (key: PodcastKey) =>
  queryOptions({
    queryKey: ['podcastFeed', key],
    queryFn: ({ signal }) => call(podcastFeed.get, { params: { key } }, { signal }),
    // Every change of the podcast and of its episodes may be in it.
    staleTime: 0,
  });

/** The feed itself, with its newest episodes. */
export const previewQuery = (key: PodcastKey) =>
  queryOptions({
    queryKey: ['podcastFeed', key, 'preview'],
    queryFn: ({ signal }) => call(podcastFeed.preview, { params: { key } }, { signal }),
    staleTime: 0,
  });
