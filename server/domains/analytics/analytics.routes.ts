import type { Brand } from '#contract/rules/brand.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { DomainHandlers } from '#server/kernel/http/mount.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { statsRoutes } from './stats.routes.ts';
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
