import type { Brand } from '#contract/brand.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as service from './players.service.ts';

/** Handlers of embeddable players. */
export const playersRoutes = (kernel: Kernel, { brand }: { brand: Pick<Brand, 'theme'> }): Handlers<'players'> => {
  const deps = { ...kernel, brand };
  return {
    list: ({ params, query }) => service.listPlayers(deps, params.id, query),
    create: ({ params, body }) => service.createPlayer(deps, params.id, body),
    get: ({ params }) => service.getPlayer(deps, params.id, params.playerKey),
    update: ({ params, body }) => service.updatePlayer(deps, params.id, params.playerKey, body),
    duplicate: ({ params }) => service.duplicatePlayer(deps, params.id, params.playerKey),
    remove: async ({ params }) => void (await service.removePlayers(deps, params.id, [params.playerKey])),
    restore: ({ params }) => service.restorePlayer(deps, params.id, params.playerKey),
    removeAll: ({ params, body }) => service.removePlayers(deps, params.id, body.keys),
    ofStation: ({ params }) => service.playerOfStation(deps, params.id),
    updateOfStation: ({ params, body }) => service.updatePlayerOfStation(deps, params.id, body),
  };
};
