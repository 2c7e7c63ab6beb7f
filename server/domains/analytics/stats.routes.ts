import type { StationKey } from '#contract/rules/keys.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { Analytics } from './analytics.work.ts';
import { stationsNamed, stationsOf } from './analytics.repo.ts';
import { statsOf } from './stats.service.ts';

/**
 * Listening statistics. Several stations are reported in the time zone of the first, an account in that of its oldest
 * station.
 */
export const statsRoutes = (kernel: Kernel, analytics: Analytics): Handlers<'analytics'> => {
  const deps = { ...kernel, ...analytics };
  const stations = async (keys: readonly StationKey[]) => await stationsNamed(kernel.db, keys);
  return {
    stations: async ({ params, query }) => {
      const named = await stations(query.stationKeys);
      const zone = named[0]?.zone ?? refuse('station.notFound');
      return await statsOf(deps, query.stationKeys, zone, params.type, query);
    },
    account: async ({ params, query }) => {
      const own = await stationsOf(kernel.db, params.id);
      const keys = own.map(({ key }) => key);
      return await statsOf(deps, keys, own[0]?.zone ?? 'UTC', params.type, query);
    },
    portal: async ({ params, query }) => await statsOf(deps, 'all', 'UTC', params.type, query),
  };
};
