import { createRoute } from '@tanstack/react-router';
import { AdRequestsSearch } from '#web/features/advertising/campaigns-search.ts';
import { AuditSearch } from '#web/features/portal/audit-search.ts';
import { PaymentsSearch, PeopleSearch, StationsSearch } from '#web/features/portal/list-search.ts';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { AccountsSearch } from '#web/features/accounts/accounts-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { screen, shell } from './shell-route.tsx';
import { portalTelephony } from './telephony-routes.tsx';

/* The portal area (spec §2), and the changelog that all users see. */

const posts = () => import('#web/features/portal/PostScreens.tsx');
const partnerScreens = () => import('#web/features/portal/PartnerScreens.tsx');

const changelog = createRoute({
  getParentRoute: () => shell,
  path: '/changelog',
  component: screen(() => import('#web/features/portal/ChangelogScreen.tsx'), 'ChangelogScreen'),
});
const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/portal',
  component: screen(() => import('#web/features/portal/PortalDashboardScreen.tsx'), 'PortalDashboardScreen'),
});
const analytics = createRoute({
  getParentRoute: () => shell,
  path: '/portal/analytics',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/analytics/PortalAnalyticsScreen.tsx'), 'PortalAnalyticsScreen'),
});
const accounts = createRoute({
  getParentRoute: () => shell,
  path: '/portal/accounts',
  validateSearch: AccountsSearch,
  component: screen(() => import('#web/features/portal/PortalAccountsScreen.tsx'), 'PortalAccountsScreen'),
});
const stations = createRoute({
  getParentRoute: () => shell,
  path: '/portal/stations',
  validateSearch: StationsSearch,
  component: screen(() => import('#web/features/portal/PortalStationsScreen.tsx'), 'PortalStationsScreen'),
});
const podcasts = createRoute({
  getParentRoute: () => shell,
  path: '/portal/podcasts',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/podcasts/PortalPodcastsScreen.tsx'), 'PortalPodcastsScreen'),
});
const people = createRoute({
  getParentRoute: () => shell,
  path: '/portal/people',
  validateSearch: PeopleSearch,
  component: screen(() => import('#web/features/portal/PortalPeopleScreen.tsx'), 'PortalPeopleScreen'),
});
const person = createRoute({
  getParentRoute: () => shell,
  path: '/portal/people/$userId',
  component: screen(() => import('#web/features/portal/PersonScreen.tsx'), 'PersonScreen'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/portal/settings',
  component: screen(() => import('#web/features/portal/PortalSettingsScreen.tsx'), 'PortalSettingsScreen'),
});
const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/portal/notifications',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/portal/NotificationsScreen.tsx'), 'NotificationsScreen'),
});
const portalChangelog = createRoute({
  getParentRoute: () => shell,
  path: '/portal/changelog',
  component: screen(() => import('#web/features/portal/PortalChangelogScreen.tsx'), 'PortalChangelogScreen'),
});
const postList = createRoute({
  getParentRoute: () => shell,
  path: '/portal/posts',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/portal/PostsScreen.tsx'), 'PostsScreen'),
});
const postCreate = createRoute({
  getParentRoute: () => shell,
  path: '/portal/posts/create',
  component: screen(posts, 'PostCreateScreen'),
});
const postEdit = createRoute({
  getParentRoute: () => shell,
  path: '/portal/posts/$postKey/edit',
  component: screen(posts, 'PostEditScreen'),
});
const adsSettings = createRoute({
  getParentRoute: () => shell,
  path: '/portal/ads-settings',
  component: screen(() => import('#web/features/portal/PodcastAdsScreen.tsx'), 'PodcastAdsScreen'),
});
const adRequests = createRoute({
  getParentRoute: () => shell,
  path: '/portal/ad-requests',
  validateSearch: AdRequestsSearch,
  component: screen(() => import('#web/features/advertising/PortalRequestsScreen.tsx'), 'PortalRequestsScreen'),
});
const adServers = createRoute({
  getParentRoute: () => shell,
  path: '/portal/ad-servers',
  component: screen(() => import('#web/features/advertising/PortalProvidersScreen.tsx'), 'PortalProvidersScreen'),
});
const partnerList = createRoute({
  getParentRoute: () => shell,
  path: '/portal/partners',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/portal/PartnersScreen.tsx'), 'PartnersScreen'),
});
const partnerCreate = createRoute({
  getParentRoute: () => shell,
  path: '/portal/partners/create',
  component: screen(partnerScreens, 'PartnerCreateScreen'),
});
const partner = createRoute({
  getParentRoute: () => shell,
  path: '/portal/partners/$partnerSlug',
  component: screen(partnerScreens, 'PartnerScreen'),
});
const partnerEdit = createRoute({
  getParentRoute: () => shell,
  path: '/portal/partners/$partnerSlug/edit',
  component: screen(partnerScreens, 'PartnerEditScreen'),
});
const promoCodes = createRoute({
  getParentRoute: () => shell,
  path: '/portal/promo-codes',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/portal/PromoCodesScreen.tsx'), 'PromoCodesScreen'),
});
const payments = createRoute({
  getParentRoute: () => shell,
  path: '/portal/payments',
  validateSearch: PaymentsSearch,
  component: screen(() => import('#web/features/portal/PaymentsScreen.tsx'), 'PaymentsScreen'),
});
const audit = createRoute({
  getParentRoute: () => shell,
  path: '/portal/audit',
  validateSearch: AuditSearch,
  component: screen(() => import('#web/features/portal/AuditScreen.tsx'), 'AuditScreen'),
});

export const portalRoutes = [
  changelog,
  dashboard,
  analytics,
  accounts,
  stations,
  podcasts,
  people,
  person,
  settings,
  notifications,
  portalChangelog,
  postList,
  postCreate,
  postEdit,
  adsSettings,
  adRequests,
  adServers,
  partnerList,
  partnerCreate,
  partner,
  partnerEdit,
  promoCodes,
  payments,
  audit,
  portalTelephony,
] as const;
