import type { Handlers } from '#server/kernel/http/handler.ts';
import type { NowPlayingService } from './live.service.ts';

/** Handlers of the public now-playing endpoints. */
export const liveRoutes = (board: NowPlayingService): Handlers<'live'> => {
  return {
    nowPlaying: ({ params, request, reply }) =>
      request.headers.accept?.includes('text/event-stream') === true
        ? board.follow(params.mount, reply)
        : board.now(params.mount),
    several: ({ query }) => board.several(mountsIn(query.mounts)),
    async followSeveral({ query, reply }) {
      await board.followSeveral(mountsIn(query.mounts), reply);
      return nothingMore();
    },
    async follow({ params, reply }) {
      await board.follow(params.mount, reply);
      return nothingMore();
    },
  };
};

const mountsIn = (list: string): string[] => [...new Set(list.split(','))];

/** The channel writes the response directly, so there is nothing left to send. */
// oxlint-disable-next-line require-yield -- it ends at once
const nothingMore = async function* (): AsyncGenerator<never> {};
