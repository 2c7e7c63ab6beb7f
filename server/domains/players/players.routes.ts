import type { Brand } from '#contract/rules/brand.ts';
import { playerStatsOf, type PlayerStatsDeps } from '#server/domains/analytics/players/player-stats.service.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as service from './players.service.ts';

type Deps = { brand: Pick<Brand, 'theme'>; analytics: Omit<PlayerStatsDeps, keyof Kernel> };

/** Handlers of embeddable players. */
export const playersRoutes = (kernel: Kernel, { brand, analytics }: Deps): Handlers<'players'> => {
  const deps = { ...kernel, ...analytics, brand };
  return {
    list: ({ params, query }) => service.listPlayers(deps, params.id, query),
    create: ({ params, body }) => service.createPlayer(deps, params.id, body),
    get: ({ params }) => service.getPlayer(deps, params.id, params.playerKey),
    update: ({ params, body }) => service.updatePlayer(deps, params.id, params.playerKey, body),
    duplicate: ({ params }) => service.duplicatePlayer(deps, params.id, params.playerKey),
    remove: async ({ params }) => void (await service.removePlayers(deps, params.id, [params.playerKey])),
    restore: ({ params }) => service.restorePlayer(deps, params.id, params.playerKey),
    removeAll: ({ params, body }) => service.removePlayers(deps, params.id, body.keys),
    stats: async ({ params: { id, playerKey, type }, query }) => {
      const { key } = await service.getPlayer(deps, id, playerKey);
      return await playerStatsOf(deps, key, { account: id }, { ...query, type });
    },
    ofStation: ({ params }) => service.playerOfStation(deps, params.id),
    statsOfStation: async ({ params: { id, type }, query }) => {
      const { key } = await service.playerOfStation(deps, id);
      return await playerStatsOf(deps, key, { station: id }, { ...query, type });
    },
    updateOfStation: ({ params, body }) => service.updatePlayerOfStation(deps, params.id, body),
  };
};
