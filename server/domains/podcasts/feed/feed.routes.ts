import type { Handlers } from '#server/kernel/http/handler.ts';
import { feedOf, previewFeed, type FeedServiceDeps } from './feed.service.ts';

/** Handlers of the podcast feed endpoints. */
export const podcastFeedRoutes = (deps: FeedServiceDeps): Handlers<'podcastFeed'> => ({
  get: ({ params }) => feedOf(deps, params.key),
  preview: ({ params }) => previewFeed(deps, params.key),
});
