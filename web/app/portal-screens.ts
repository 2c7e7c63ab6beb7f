import { wording } from '#brand/wording.ts';
import { AccountsSearch } from '#web/features/accounts/accounts-search.ts';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { AuditSearch } from '#web/features/portal/audit-search.ts';
import { PaymentsSearch, PeopleSearch, StationsSearch } from '#web/features/portal/list-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { reportsOf, savedViewsOf } from './analytics-calls.ts';
import { screen } from './screen.ts';
import { shell } from './shell-route.ts';

/* The portal area (spec §2), and the changelog that all users see. */

const dashboard = screen({
  parent: shell,
  path: '/portal',
  load: () => import('#web/features/portal/PortalDashboardScreen.tsx'),
  name: 'PortalDashboardScreen',
  title: 'Portal',
  may: 'portal.read',
  nav: { of: 'portal', icon: 'dashboard', name: 'Portal dashboard' },
  calls: [
    'portal.dashboard',
    'liveStats.portal',
    'liveStats.portalCities',
    'session.events',
    'portal.health',
    'portal.failedJobs',
    'portal.retryJob',
    'session.events',
  ],
});

const analytics = screen({
  parent: shell,
  path: '/portal/analytics',
  load: () => import('#web/features/analytics/PortalAnalyticsScreen.tsx'),
  name: 'PortalAnalyticsScreen',
  title: 'Analytics',
  may: 'portal.read',
  search: PeriodSearch,
  nav: { of: 'portal', icon: 'chartAreaLine', name: 'Portal analytics' },
  calls: ['analytics.portal', 'session.events', ...savedViewsOf('Portal'), ...reportsOf('Portal')],
});

const accounts = screen({
  parent: shell,
  path: '/portal/accounts',
  load: () => import('#web/features/portal/PortalAccountsScreen.tsx'),
  name: 'PortalAccountsScreen',
  title: 'Accounts',
  may: 'portal.read',
  search: AccountsSearch,
  nav: { of: 'portal', icon: 'building' },
  calls: ['accounts.list'],
});

const stations = screen({
  parent: shell,
  path: '/portal/stations',
  load: () => import('#web/features/portal/PortalStationsScreen.tsx'),
  name: 'PortalStationsScreen',
  title: 'Stations',
  may: 'portal.read',
  search: StationsSearch,
  nav: { of: 'portal', icon: 'buildingBroadcastTower', name: 'All stations' },
  calls: ['stations.list', 'stations.setFeatured', 'session.events'],
});

const podcasts = screen({
  parent: shell,
  path: '/portal/podcasts',
  load: () => import('#web/features/podcasts/PortalPodcastsScreen.tsx'),
  name: 'PortalPodcastsScreen',
  title: wording.Podcasts,
  may: 'portal.read',
  search: TableSearch,
  nav: { of: 'portal', icon: 'microphone2', name: `All ${wording.podcasts}` },
  calls: ['podcasts.search'],
});

const people = screen({
  parent: shell,
  path: '/portal/people',
  load: () => import('#web/features/portal/PortalPeopleScreen.tsx'),
  name: 'PortalPeopleScreen',
  title: 'People',
  may: 'portal.readPeople',
  search: PeopleSearch,
  nav: { of: 'portal', icon: 'users' },
  calls: [
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
});

const person = screen({
  parent: shell,
  path: '/portal/people/$userId',
  load: () => import('#web/features/portal/PersonScreen.tsx'),
  name: 'PersonScreen',
  title: false,
  may: 'portal.readPeople',
  calls: [
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
});

const settings = screen({
  parent: shell,
  path: '/portal/settings',
  load: () => import('#web/features/portal/PortalSettingsScreen.tsx'),
  name: 'PortalSettingsScreen',
  title: 'Settings',
  may: 'portal.read',
  nav: { of: 'portal', icon: 'settings', name: 'General settings' },
  calls: ['portal.settings', 'portal.setSettings'],
});

export const podcastAdsSettings = screen({
  parent: shell,
  path: '/portal/ads-settings',
  load: () => import('#web/features/portal/PodcastAdsScreen.tsx'),
  name: 'PodcastAdsScreen',
  title: `${wording.Podcast} Ads Settings`,
  may: 'portal.read',
  flag: 'podcastAds',
  nav: { of: 'portal', icon: 'ad2' },
  calls: ['portal.podcastAds', 'portal.setPodcastAds'],
});

const promoCodes = screen({
  parent: shell,
  path: '/portal/promo-codes',
  load: () => import('#web/features/portal/PromoCodesScreen.tsx'),
  name: 'PromoCodesScreen',
  title: 'Promo codes',
  may: 'portal.read',
  flag: 'subscriptions',
  search: TableSearch,
  nav: { of: 'portal', icon: 'ticket' },
  calls: ['billing.promoCodes', 'billing.createPromoCode', 'billing.changePromoCode'],
});

const payments = screen({
  parent: shell,
  path: '/portal/payments',
  load: () => import('#web/features/portal/PaymentsScreen.tsx'),
  name: 'PaymentsScreen',
  title: 'Payments',
  may: 'portal.read',
  flag: 'subscriptions',
  search: PaymentsSearch,
  nav: { of: 'portal', icon: 'creditCardPay' },
  calls: ['billing.events', 'billing.replay', 'billing.drift'],
});

const audit = screen({
  parent: shell,
  path: '/portal/audit',
  load: () => import('#web/features/portal/AuditScreen.tsx'),
  name: 'AuditScreen',
  title: 'Audit log',
  may: 'portal.readAudit',
  search: AuditSearch,
  nav: { of: 'portal', icon: 'shieldSearch' },
  calls: ['portal.audit'],
});

const engines = screen({
  parent: shell,
  path: '/portal/engines',
  load: () => import('#web/features/portal/EnginesScreen.tsx'),
  name: 'EnginesScreen',
  title: 'Streaming engines',
  may: 'portal.read',
  nav: { of: 'portal', icon: 'serverBolt' },
  calls: ['fleet.engines', 'fleet.drain', 'fleet.resume'],
});

export const portalStart = [
  dashboard,
  analytics,
  accounts,
  stations,
  podcasts,
  people,
  person,
  engines,
  settings,
] as const;
export const portalMoney = [promoCodes, payments] as const;
export const portalAudit = audit;
