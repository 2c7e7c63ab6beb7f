import type { Handlers } from '#server/kernel/http/handler.ts';
import { feedOf, previewFeed, type FeedServiceDeps } from './feed.service.ts';

/** The calls of a podcast's feed. */
export const podcastFeedRoutes = (deps: FeedServiceDeps): Handlers<'podcastFeed'> => ({
  get: ({ params }) => feedOf(deps, params.key),
  preview: ({ params }) => previewFeed(deps, params.key),
});
