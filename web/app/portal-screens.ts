import type { Screen } from './station-screens.ts';

/** The screens of the portal's administrators. */
export const portalScreens: readonly Screen[] = [
  {
    route: '/portal',
    file: 'web/features/portal/PortalDashboardScreen.tsx',
    endpoints: [
      'portal.dashboard',
      'liveStats.portal',
      'liveStats.portalCities',
      'session.events',
      'portal.health',
      'portal.failedJobs',
      'portal.retryJob',
      'session.events',
    ],
  },
  { route: '/portal/accounts', file: 'web/features/portal/PortalAccountsScreen.tsx', endpoints: ['accounts.list'] },
  {
    route: '/portal/stations',
    file: 'web/features/portal/PortalStationsScreen.tsx',
    endpoints: ['stations.list', 'stations.setFeatured', 'session.events'],
  },
  {
    route: '/portal/people/{userId}',
    file: 'web/features/portal/PersonScreen.tsx',
    endpoints: [
      'people.user',
      'people.disable',
      'people.enable',
      'people.removeSecondFactors',
      'people.signOutUser',
      'people.resetPassword',
      'people.resendInvitation',
      'people.seeAs',
      'people.stopSeeingAs',
    ],
  },
  {
    route: '/portal/people',
    file: 'web/features/portal/PortalPeopleScreen.tsx',
    endpoints: [
      'people.ofPortal',
      'people.portalInvites',
      'people.inviteToPortal',
      'people.removeFromPortal',
      'people.removeEmailFromPortal',
      'people.withdrawFromPortal',
      'people.users',
      'people.disable',
      'people.enable',
      'people.removeSecondFactors',
    ],
  },
  {
    route: '/portal/settings',
    file: 'web/features/portal/PortalSettingsScreen.tsx',
    endpoints: ['portal.settings', 'portal.setSettings'],
  },
  {
    route: '/portal/notifications',
    file: 'web/features/portal/NotificationsScreen.tsx',
    endpoints: [
      'portal.notifications',
      'portal.addNotification',
      'portal.changeNotification',
      'portal.removeNotification',
    ],
  },
  {
    route: '/portal/changelog',
    file: 'web/features/portal/PortalChangelogScreen.tsx',
    endpoints: ['portal.changelog', 'portal.addChangelog', 'portal.changeChangelog', 'portal.removeChangelog'],
  },
  {
    route: '/portal/posts',
    file: 'web/features/portal/PostsScreen.tsx',
    endpoints: ['portal.posts', 'portal.removePost'],
  },
  { route: '/portal/posts/create', file: 'web/features/portal/PostScreens.tsx', endpoints: ['portal.addPost'] },
  {
    route: '/portal/posts/{postKey}/edit',
    file: 'web/features/portal/PostScreens.tsx',
    endpoints: ['portal.post', 'portal.changePost'],
  },
  {
    route: '/portal/ads-settings',
    file: 'web/features/portal/PodcastAdsScreen.tsx',
    endpoints: ['portal.podcastAds', 'portal.setPodcastAds'],
  },
  { route: '/portal/partners', file: 'web/features/portal/PartnersScreen.tsx', endpoints: ['portal.partners'] },
  {
    route: '/portal/partners/create',
    file: 'web/features/portal/PartnerScreens.tsx',
    endpoints: ['portal.addPartner', 'portal.setPartnerLogo'],
  },
  {
    route: '/portal/partners/{partnerSlug}',
    file: 'web/features/portal/PartnerScreens.tsx',
    endpoints: ['portal.partner', 'portal.removePartner'],
  },
  {
    route: '/portal/partners/{partnerSlug}/edit',
    file: 'web/features/portal/PartnerScreens.tsx',
    endpoints: ['portal.partner', 'portal.changePartner', 'portal.setPartnerLogo'],
  },
  { route: '/portal/audit', file: 'web/features/portal/AuditScreen.tsx', endpoints: ['portal.audit'] },
];
