import type { EngineLink } from '#server/domains/playout/playout.events.ts';
import type { LiveHub } from '#server/domains/session/live.events.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { listEveryStation, searchStations } from './list-stations.ts';
import { addStation, encoderOf, getStation, liveOf, passwordOf, resetPassword } from './stations.service.ts';

/** The calls of stations. */
export const stationsRoutes = (kernel: Kernel, deps: { live: LiveHub; engine: EngineLink }): Handlers<'stations'> => {
  const all = { ...kernel, ...deps };
  return {
    search: ({ query, who }) => searchStations(all, who, query),
    list: ({ query, who }) => listEveryStation(all, who, query),
    get: ({ params, at }) => getStation(all, params.key, at['path.key']?.[0]?.roles ?? []),
    create: ({ params, body, who, at }) => addStation(all, params.id, body, who, at['path.id']?.[0]?.roles ?? []),
    live: ({ params }) => liveOf(all, params.key),
    encoder: ({ params }) => encoderOf(all, params.key),
    revealPassword: ({ params }) => passwordOf(all, params.key),
    resetPassword: ({ params }) => resetPassword(all, params.key),
  };
};
