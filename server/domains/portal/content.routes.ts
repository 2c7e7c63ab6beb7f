import type { portalContent } from '#contract/api/portal-content-calls.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { ImagesDeps } from '#server/platform/images.ts';
import { addChangelog, changeChangelog, changelogItems, removeChangelog } from './changelog.service.ts';
import {
  addNotification,
  changeNotification,
  notificationsFor,
  removeNotification,
  markNotificationsSeen,
  markNotificationsUnseen,
} from './notifications.service.ts';
import {
  addPartner,
  changePartner,
  partner,
  partnerLines,
  partners,
  removePartner,
  setPartnerLogo,
} from './partners.service.ts';
import { addPost, changePost, post, posts, removePost } from './posts.service.ts';
import { postsFor, markPostSeen } from './shown-posts.service.ts';

/** Content for users: notifications, posts, the changelog, partners. */
export const contentRoutes = (
  deps: Kernel & Pick<ImagesDeps, 'images'>,
): Pick<Handlers<'portal'>, keyof typeof portalContent> => ({
  notifications: ({ who, query }) => notificationsFor(deps, who, query.past),
  addNotification: ({ body }) => addNotification(deps, body),
  changeNotification: ({ body, who }) => changeNotification(deps, body, who),
  removeNotification: ({ params }) => removeNotification(deps, params.id),
  seenNotifications: ({ body, who }) => markNotificationsSeen(deps, body.ids, who),
  unseenNotifications: ({ body, who }) => markNotificationsUnseen(deps, body.ids, who),
  posts: () => posts(deps),
  post: ({ params }) => post(deps, params.key),
  addPost: ({ body, file }) => addPost(deps, body, file),
  changePost: ({ params, body, file }) => changePost(deps, params.key, body, file),
  removePost: ({ params }) => removePost(deps, params.key),
  postsFor: ({ params, who, request }) => postsFor(deps, params.id, who, request.headers['accept-language']),
  seenPost: ({ params, who }) => markPostSeen(deps, params.id, who),
  changelog: () => changelogItems(deps),
  addChangelog: ({ body }) => addChangelog(deps, body),
  changeChangelog: ({ body }) => changeChangelog(deps, body),
  removeChangelog: ({ params }) => removeChangelog(deps, params.id),
  partners: () => partners(deps),
  partner: ({ params }) => partner(deps, params.slug),
  addPartner: ({ body }) => addPartner(deps, body),
  changePartner: ({ params, body }) => changePartner(deps, params.slug, body),
  removePartner: ({ params }) => removePartner(deps, params.slug),
  partnerLines: () => partnerLines(deps),
  setPartnerLogo: ({ params, file }) => setPartnerLogo(deps, params.slug, file),
});
