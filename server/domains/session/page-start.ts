import type { Brand } from '#contract/rules/brand.ts';
import type { PageStart } from '#contract/api/session.ts';
import { myInvitations } from '#server/domains/people/my-invitations.service.ts';
import { latestChange } from '#server/domains/portal/changelog.service.ts';
import { notificationsFor } from '#server/domains/portal/notifications.service.ts';
import { postsFor } from '#server/domains/portal/shown-posts.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { accountRefs, stationRefs, userOf, type SessionDeps } from './session.service.ts';

type Deps = SessionDeps & Pick<Kernel, 'events'> & { brand: Pick<Brand, 'flags'> };

/** What the layout shows of a person when a page opens: the answers of seven calls in one. */
export const pageStart = async (deps: Deps, who: Person, acceptLanguage: string | undefined): Promise<PageStart> => {
  const { db, brand } = deps;
  const hasContent = brand.flags.portalContent;
  const [user, accounts, stations, invites, notifications, posts, latest_change] = await Promise.all([
    userOf(deps, who),
    accountRefs(db, who),
    stationRefs(db, who),
    myInvitations(deps, who),
    hasContent ? notificationsFor(deps, who) : [],
    hasContent ? postsFor(deps, 'me', who, acceptLanguage) : [],
    hasContent ? latestChange(db) : null,
  ]);
  return { user, accounts, stations, invites, notifications, posts, latest_change };
};
