import type { AccountKey } from '#contract/rules/keys.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { stationsNamed, stationsOf } from '../analytics.repo.ts';
import type { Analytics } from '../analytics.work.ts';
import type { AudienceHub } from './audience.events.ts';
import { curveOf } from './live-curve.ts';
import { liveCitiesOf, liveOf, portalLive } from './live-stats.service.ts';

type Deps = { analytics: Analytics; audience: AudienceHub; live: LiveHub };

/** Current listeners of a station, of an account's stations and of the whole portal. */
export const liveStatsRoutes = (kernel: Kernel, { analytics, audience, live }: Deps): Handlers<'liveStats'> => {
  const deps = { ...kernel, ...analytics, audience, live };
  const ofAccount = async (id: AccountKey) => (await stationsOf(kernel.db, id)).filter(({ deleted }) => !deleted);
  const keysOf = async (id: AccountKey) => (await ofAccount(id)).map(({ key }) => key);
  return {
    portal: ({ query }) => portalLive(deps, { outputs: query.include_outputs }),
    portalCities: ({ query }) => liveCitiesOf(deps, 'all', query),
    account: async ({ params, query }) =>
      await liveOf(deps, await ofAccount(params.id), { outputs: query.include_outputs }),
    accountCities: async ({ params, query }) => await liveCitiesOf(deps, new Set(await keysOf(params.id)), query),
    accountCurve: async ({ params }) => await curveOf(deps, await keysOf(params.id)),
    station: async ({ params, query }) =>
      await liveOf(deps, await stationsNamed(kernel.db, [params.key]), { outputs: query.include_outputs }),
    stationCities: ({ params, query }) => liveCitiesOf(deps, new Set([params.key]), query),
    stationCurve: ({ params }) => curveOf(deps, [params.key]),
  };
};
