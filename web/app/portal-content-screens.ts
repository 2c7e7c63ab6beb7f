import { TableSearch } from '#web/ui/table/table-search.ts';
import { screen } from './screen.ts';
import { shell } from './shell-route.ts';

/* What the portal's administrators write: notifications, the changelog that all users see, posts and partners. */

export const changelog = screen({
  parent: shell,
  path: '/changelog',
  load: () => import('#web/features/portal/ChangelogScreen.tsx'),
  name: 'ChangelogScreen',
  title: 'Changelog',
  may: 'anyone',
  flag: 'portalContent',
  nav: { of: 'shell' },
  calls: ['portal.changelog'],
});

const notifications = screen({
  parent: shell,
  path: '/portal/notifications',
  load: () => import('#web/features/portal/NotificationsScreen.tsx'),
  name: 'NotificationsScreen',
  title: 'Notifications',
  may: 'portal.read',
  flag: 'portalContent',
  search: TableSearch,
  nav: { of: 'portal', icon: 'notification' },
  calls: ['portal.notifications', 'portal.addNotification', 'portal.changeNotification', 'portal.removeNotification'],
});

const portalChangelog = screen({
  parent: shell,
  path: '/portal/changelog',
  load: () => import('#web/features/portal/PortalChangelogScreen.tsx'),
  name: 'PortalChangelogScreen',
  title: 'Changelog',
  may: 'portal.read',
  flag: 'portalContent',
  nav: { of: 'portal', icon: 'history' },
  calls: ['portal.changelog', 'portal.addChangelog', 'portal.changeChangelog', 'portal.removeChangelog'],
});

const postList = screen({
  parent: shell,
  path: '/portal/posts',
  load: () => import('#web/features/portal/PostsScreen.tsx'),
  name: 'PostsScreen',
  title: 'Posts',
  may: 'portal.read',
  flag: 'portalContent',
  search: TableSearch,
  nav: { of: 'portal', icon: 'news' },
  calls: ['portal.posts', 'portal.removePost'],
});

const postCreate = screen({
  parent: shell,
  path: '/portal/posts/create',
  load: () => import('#web/features/portal/PostScreens.tsx'),
  name: 'PostCreateScreen',
  title: 'Create',
  may: 'portal.read',
  flag: 'portalContent',
  calls: ['portal.addPost'],
});

const postEdit = screen({
  parent: shell,
  path: '/portal/posts/$postKey/edit',
  load: () => import('#web/features/portal/PostScreens.tsx'),
  name: 'PostEditScreen',
  title: 'Edit',
  may: 'portal.read',
  flag: 'portalContent',
  calls: ['portal.post', 'portal.changePost'],
});

const partnerList = screen({
  parent: shell,
  path: '/portal/partners',
  load: () => import('#web/features/portal/PartnersScreen.tsx'),
  name: 'PartnersScreen',
  title: 'Partners',
  may: 'portal.read',
  flag: 'partners',
  search: TableSearch,
  nav: { of: 'portal', icon: 'heartHandshake' },
  calls: ['portal.partners'],
});

const partnerCreate = screen({
  parent: shell,
  path: '/portal/partners/create',
  load: () => import('#web/features/portal/PartnerScreens.tsx'),
  name: 'PartnerCreateScreen',
  title: 'Create',
  may: 'portal.read',
  flag: 'partners',
  calls: ['portal.addPartner', 'portal.setPartnerLogo'],
});

const partner = screen({
  parent: shell,
  path: '/portal/partners/$partnerSlug',
  load: () => import('#web/features/portal/PartnerScreens.tsx'),
  name: 'PartnerScreen',
  title: ({ params }) => params['partnerSlug'] ?? '',
  may: 'portal.read',
  flag: 'partners',
  calls: ['portal.partner', 'portal.removePartner'],
});

const partnerEdit = screen({
  parent: shell,
  path: '/portal/partners/$partnerSlug/edit',
  load: () => import('#web/features/portal/PartnerScreens.tsx'),
  name: 'PartnerEditScreen',
  title: 'Edit',
  may: 'portal.read',
  flag: 'partners',
  calls: ['portal.partner', 'portal.changePartner', 'portal.setPartnerLogo'],
});

export const portalContent = [notifications, portalChangelog, postList, postCreate, postEdit] as const;
export const portalPartners = [partnerList, partnerCreate, partner, partnerEdit] as const;
