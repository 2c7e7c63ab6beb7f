import type { LiveHub } from '#server/domains/session/live.events.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { followPlaying, nowPlaying } from './live.service.ts';

/** The public calls: what a mount plays now, and as it changes. */
export const liveRoutes = (kernel: Kernel, deps: { live: LiveHub }): Handlers<'live'> => {
  const all = { ...kernel, ...deps };
  return {
    nowPlaying: ({ params }) => nowPlaying(all, params.mount),
    follow: ({ params, signal }) => followPlaying(all, params.mount, signal),
  };
};
