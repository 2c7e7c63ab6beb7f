import type { Handlers } from '#server/kernel/http/handler.ts';
import { createBoard } from './live.service.ts';
import type { PlayingDeps } from './now-playing.ts';

/** The public calls: what a mount plays now, and as it changes. */
export const liveRoutes = (deps: PlayingDeps): Handlers<'live'> => {
  const board = createBoard(deps);
  return {
    nowPlaying: ({ params, request, reply }) =>
      request.headers.accept?.includes('text/event-stream') === true
        ? board.follow(params.mount, reply)
        : board.now(params.mount),
    async follow({ params, reply }) {
      await board.follow(params.mount, reply);
      return nothingMore();
    },
  };
};

/** The response was taken over: nothing is left to send. */
// oxlint-disable-next-line require-yield -- it ends at once
const nothingMore = async function* (): AsyncGenerator<never> {};
