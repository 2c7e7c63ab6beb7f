import type { Brand } from '#contract/rules/brand.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { DomainHandlers } from '#server/kernel/http/mount.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Analytics } from './analytics.work.ts';
import { annotationRoutes } from './annotations/annotations.routes.ts';
import { appStatsRoutes } from './app/app-stats.routes.ts';
import { ctlStatsRoutes } from './calls/ctl-stats.routes.ts';
import type { AudienceHub } from './live/audience.events.ts';
import { liveStatsRoutes } from './live/live-stats.routes.ts';
import { rawDataRoutes } from './raw/raw-data.routes.ts';
import { reportViewsRoutes } from './reports/reports.routes.ts';
import { sharedLinkRoutes } from './shared-links/shared-links.routes.ts';
import { royaltyRoutes } from './royalty/royalty.routes.ts';
import { stationsNamed, stationsOf } from './analytics.repo.ts';
import { statsOf } from './stats.service.ts';

type Deps = { analytics: Analytics; audience: AudienceHub; live: LiveHub; brand: Brand };
type Parts =
  | 'sharedLinks'
  | 'annotations'
  | 'analytics'
  | 'liveStats'
  | 'reportViews'
  | 'rawData'
  | 'royalty'
  | 'appStats'
  | 'ctlStats';

/** The API handlers of all parts of analytics. */
export const analyticsRoutes = (kernel: Kernel, deps: Deps): Required<Pick<DomainHandlers, Parts>> => ({
  analytics: statsRoutes(kernel, deps.analytics),
  liveStats: liveStatsRoutes(kernel, deps),
  annotations: annotationRoutes(kernel),
  sharedLinks: sharedLinkRoutes(kernel, deps.analytics),
  reportViews: reportViewsRoutes({ ...kernel, brand: deps.brand }),
  rawData: rawDataRoutes(kernel, deps.analytics),
  royalty: royaltyRoutes(kernel, deps.analytics),
  appStats: appStatsRoutes(kernel, deps.analytics),
  ctlStats: ctlStatsRoutes(kernel, deps.analytics),
});

/**
 * Listening statistics. Several stations are reported in the time zone of the first, an account in that of its oldest
 * station.
 */
const statsRoutes = (kernel: Kernel, analytics: Analytics): Handlers<'analytics'> => {
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
