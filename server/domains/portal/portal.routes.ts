import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { imagesRoutes } from './images.routes.ts';
import { changePodcastAds, changeSettings, podcastAds, shownSettings } from './settings.service.ts';

const notYet = (): never => refuse('request.unavailable', { part: 'This' });

/** The calls of portal. */
export const portalRoutes = (kernel: Kernel): Handlers<'portal'> => ({
  dashboard: notYet,
  live: notYet,
  health: notYet,
  failedJobs: notYet,
  retryJob: notYet,
  settings: () => shownSettings(kernel.db),
  setSettings: ({ body }) => changeSettings(kernel, body),
  podcastAds: () => podcastAds(kernel.db),
  setPodcastAds: ({ body }) => changePodcastAds(kernel, body),
  audit: notYet,
  notifications: notYet,
  addNotification: notYet,
  changeNotification: notYet,
  removeNotification: notYet,
  seenNotifications: notYet,
  posts: notYet,
  post: notYet,
  addPost: notYet,
  changePost: notYet,
  removePost: notYet,
  postsFor: notYet,
  seenPost: notYet,
  changelog: notYet,
  addChangelog: notYet,
  changeChangelog: notYet,
  removeChangelog: notYet,
  partners: notYet,
  partner: notYet,
  addPartner: notYet,
  changePartner: notYet,
  removePartner: notYet,
  setPartnerLogo: notYet,
  referralClick: notYet,
  referralCustomer: notYet,
  ...imagesRoutes(kernel),
});
