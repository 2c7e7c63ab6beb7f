import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

const notYet = (): never => refuse('request.unavailable', { part: 'This' });

/** The calls of portal. */
export const portalRoutes = (_kernel: Kernel): Handlers<'portal'> => ({
  dashboard: notYet,
  live: notYet,
  health: notYet,
  failedJobs: notYet,
  retryJob: notYet,
  settings: notYet,
  setSettings: notYet,
  podcastAds: notYet,
  setPodcastAds: notYet,
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
  image: notYet,
});
