import { readAudit } from '#server/domains/people/audit.service.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { contentRoutes } from './content.routes.ts';
import { imagesRoutes } from './images.routes.ts';
import { changePodcastAds, changeSettings, podcastAds, shownSettings } from './settings.service.ts';

const notYet = (): never => refuse('request.unavailable', { part: 'This' });

/** The calls of portal. */
export const portalRoutes = (kernel: Kernel, deps: { images: ImageEngine }): Handlers<'portal'> => ({
  dashboard: notYet,
  live: notYet,
  health: notYet,
  failedJobs: notYet,
  retryJob: notYet,
  settings: () => shownSettings(kernel.db),
  setSettings: ({ body }) => changeSettings(kernel, body),
  podcastAds: () => podcastAds(kernel.db),
  setPodcastAds: ({ body }) => changePodcastAds(kernel, body),
  audit: ({ query }) => readAudit(kernel.db, query),
  ...contentRoutes({ ...kernel, ...deps }),
  referralClick: notYet,
  referralCustomer: notYet,
  ...imagesRoutes(kernel),
});
