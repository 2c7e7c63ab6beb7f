import type { LiveHub } from '#server/domains/session/live.events.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { EngineLink } from './playout.events.ts';
import * as service from './playout.service.ts';

/** The calls of the server panel and the Auto DJ. */
export const playoutRoutes = (kernel: Kernel, deps: { live: LiveHub; engine: EngineLink }): Handlers<'playout'> => {
  const { db } = kernel;
  const all = { ...kernel, ...deps };
  return {
    start: ({ params }) => service.startServer(all, params.key),
    restart: ({ params }) => service.restartServer(all, params.key),
    stop: ({ params }) => service.stopServer(all, params.key),
    autoDj: ({ params, who }) => service.getAutoDj(db, params.key, who),
    shuffle: ({ params, who }) =>
      service.setShuffle(db, params.key, params.playlist === 'on' || params.playlist === 'true', who),
    reorder: ({ params, body, who }) => service.reorderTracks(db, params.key, body, who),
    addTrack: ({ params, who }) => service.addTrack(db, params.key, params.trackId, who),
    reset: ({ params, who }) => service.restartPlaylist(all, params.key, who),
    current: ({ params }) => service.currentTrack(all, params.key),
    removeTracks: ({ params, body, who }) => service.removeTracks(db, params.key, body.tracks, who),
  };
};
