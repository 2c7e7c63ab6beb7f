import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { stationsNamed, stationsOf } from '../analytics.repo.ts';
import type { Analytics } from '../analytics.work.ts';
import { recentCalls, ctlStatsOf } from './ctl-stats.service.ts';

/** Call-to-listen statistics; of an account in the time zone of its oldest station, of a station in its own. */
export const ctlStatsRoutes = (kernel: Kernel, { clickhouse }: Pick<Analytics, 'clickhouse'>): Handlers<'ctlStats'> => {
  const deps = { ...kernel, clickhouse };
  return {
    account: async ({ params, query }) => {
      const stations = await stationsOf(kernel.db, params.id);
      return await ctlStatsOf(deps, { stations, zone: stations[0]?.zone ?? 'UTC' }, params.type, query);
    },
    recent: async ({ params }) => ({ calls: await recentCalls(deps, params.key) }),
    station: async ({ params, query }) => {
      const stations = await stationsNamed(kernel.db, [params.key]);
      return await ctlStatsOf(deps, { stations, zone: stations[0]?.zone ?? 'UTC' }, params.type, query);
    },
  };
};
