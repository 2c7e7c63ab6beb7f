import { createRoute, redirect } from '@tanstack/react-router';
import { PurchaseSearch, UpgradeSearch } from '#web/features/billing/shared/purchase-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { frame, screen, type EndpointName } from './screen.ts';
import { shell } from './shell-route.ts';

/* The pages about the account itself: its stations, team, plan, subscriptions and settings. */

/** What the purchase of a plan calls, on each screen that sells one. */
export const purchaseCalls: readonly EndpointName[] = [
  'billing.ofAccount',
  'billing.canUpdate',
  'billing.createOfAccount',
  'billing.update',
  'billing.overview',
  'billing.portal',
];

export const account = frame({
  parent: shell,
  path: '/accounts/$accountKey',
  may: 'account.read',
});

const accountHome = screen({
  parent: account,
  path: '/',
  load: () => import('#web/features/accounts/AccountScreen.tsx'),
  name: 'AccountScreen',
  title: ({ account }) => account ?? 'Account',
  may: 'account.read',
  nav: { of: 'account', icon: 'layoutDashboard', name: 'Dashboard' },
  calls: [
    'accounts.get',
    'accounts.checklist',
    'accounts.stations',
    'liveStats.account',
    'analytics.account',
    'billing.features',
    'session.config',
    'session.events',
  ],
});

const stationList = screen({
  parent: account,
  path: 'stations',
  load: () => import('#web/features/stations/StationsScreen.tsx'),
  name: 'StationsScreen',
  title: 'Stations',
  may: 'account.read',
  search: TableSearch,
  nav: { of: 'account', icon: 'buildingBroadcastTower' },
  calls: ['accounts.stations', 'session.events'],
});

const stationCreate = screen({
  parent: account,
  path: 'stations/create',
  load: () => import('#web/features/stations/StationCreateScreen.tsx'),
  name: 'StationCreateScreen',
  title: 'Create',
  may: 'account.createStation',
  search: PurchaseSearch,
  calls: ['stations.create', 'billing.features', ...purchaseCalls, 'billing.request'],
});

const stationsDeleted = screen({
  parent: account,
  path: 'stations/deleted',
  load: () => import('#web/features/stations/DeletedStationsScreen.tsx'),
  name: 'DeletedStationsScreen',
  title: 'Deleted',
  may: 'account.read',
  search: TableSearch,
  calls: ['accounts.stations', 'stations.restorable', 'stations.restore'],
});

const people = screen({
  parent: account,
  path: 'people',
  load: () => import('#web/features/people/AccountPeopleScreen.tsx'),
  name: 'AccountPeopleScreen',
  title: 'Team',
  may: 'account.readPeople',
  search: TableSearch,
  nav: { of: 'account', icon: 'users' },
  calls: [
    'people.ofAccount',
    'people.everywhere',
    'people.inviteToStation',
    'people.accountInvites',
    'people.inviteToAccount',
    'people.removeFromAccount',
    'people.removeEmailFromAccount',
    'people.withdrawFromAccount',
  ],
});

const upgrade = screen({
  parent: account,
  path: 'upgrade',
  load: () => import('#web/features/billing/UpgradeScreen.tsx'),
  name: 'UpgradeScreen',
  title: 'Plan',
  may: 'account.readPlan',
  search: UpgradeSearch,
  nav: { of: 'account', icon: 'creditCard' },
  calls: [
    'billing.features',
    'billing.discounts',
    'billing.request',
    'billing.withdrawRequest',
    'billing.assign',
    ...purchaseCalls,
    'billing.resume',
  ],
});

const subscriptions = frame({
  parent: account,
  path: 'subscriptions',
  load: () => import('#web/features/billing/SubscriptionsFrame.tsx'),
  name: 'SubscriptionsFrame',
  title: 'Subscriptions',
  may: 'account.readPlan',
  flag: 'subscriptions',
  nav: { of: 'account', icon: 'receipt' },
});

const subscriptionsIndex = createRoute({
  getParentRoute: () => subscriptions,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/subscriptions/account', params, replace: true });
  },
});

const subscription = screen({
  parent: subscriptions,
  path: 'account',
  load: () => import('#web/features/billing/SubscriptionScreen.tsx'),
  name: 'SubscriptionScreen',
  title: 'Account',
  may: 'account.readPlan',
  calls: [
    'billing.ofAccount',
    'billing.cancelOfAccount',
    'billing.resume',
    'billing.promoCode',
    'billing.features',
    'billing.overview',
    'billing.pay',
  ],
});

const billing = screen({
  parent: subscriptions,
  path: 'billing',
  load: () => import('#web/features/billing/BillingScreen.tsx'),
  name: 'BillingScreen',
  title: 'Billing',
  may: 'account.readPlan',
  search: TableSearch,
  calls: [
    'billing.overview',
    'billing.portal',
    'billing.pay',
    'billing.invoices',
    'billing.invoicesCsv',
    'billing.link',
    'billing.pdf',
    'billing.sync',
    'billing.sandboxClock',
    'billing.sandboxCard',
  ],
});

const legacyPlans = screen({
  parent: subscriptions,
  path: 'archive',
  load: () => import('#web/features/billing/LegacyPlansScreen.tsx'),
  name: 'LegacyPlansScreen',
  title: 'Legacy Plans',
  may: 'account.readPlan',
  search: TableSearch,
  calls: ['billing.ofAccount'],
});

const settings = frame({
  parent: account,
  path: 'settings',
  load: () => import('#web/features/accounts/settings/SettingsFrame.tsx'),
  name: 'SettingsFrame',
  may: 'account.read',
});

const info = screen({
  parent: settings,
  path: '/',
  load: () => import('#web/features/accounts/settings/InfoScreen.tsx'),
  name: 'InfoScreen',
  title: 'Settings',
  may: 'account.read',
  nav: { of: 'account', icon: 'settings' },
  calls: [
    'accounts.update',
    'accounts.setLogo',
    'accounts.removeLogo',
    'accounts.logo',
    'accounts.suspend',
    'accounts.reactivate',
    'billing.ofAccount',
    'billing.cancelOfAccount',
    'accounts.remove',
  ],
});

const limits = screen({
  parent: settings,
  path: 'limits',
  load: () => import('#web/features/accounts/settings/LimitsScreen.tsx'),
  name: 'LimitsScreen',
  title: 'Limits',
  may: 'account.read',
  calls: [
    'accounts.customLimits',
    'accounts.setCustomLimits',
    'billing.features',
    'campaigns.enabled',
    'campaigns.enable',
    'adRequests.availability',
    'adRequests.setAvailability',
  ],
});

const invoice = screen({
  parent: settings,
  path: 'invoice',
  load: () => import('#web/features/accounts/settings/InvoiceScreen.tsx'),
  name: 'InvoiceScreen',
  title: 'Invoice settings',
  may: 'account.read',
  calls: ['accounts.invoiceSettings', 'accounts.setInvoiceSettings'],
});

const applications = screen({
  parent: settings,
  path: 'applications',
  load: () => import('#web/features/accounts/settings/ApplicationsScreen.tsx'),
  name: 'ApplicationsScreen',
  title: 'Applications',
  may: 'account.read',
  flag: 'appAnalytics',
  calls: [
    'accounts.applications',
    'accounts.addApplication',
    'accounts.removeApplication',
    'accounts.stations',
    'appStats.lastEvents',
  ],
});

export const accountStart = [accountHome, stationList, stationCreate, stationsDeleted] as const;
export const accountTeam = people;
export const accountPlan = [
  upgrade,
  subscriptions.addChildren([subscriptionsIndex, subscription, billing, legacyPlans]),
] as const;
export const accountSettings = settings.addChildren([info, limits, invoice, applications]);
