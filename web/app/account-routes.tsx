import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { AccountKey } from '#contract/keys.ts';
import { UpgradeSearch } from '#web/features/billing/shared/purchase-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { screen, shell } from './shell-route.tsx';

/* The pages about the account itself: team, plan, subscriptions and settings. */

export const account = createRoute({
  getParentRoute: () => shell,
  path: '/accounts/$accountKey',
  params: {
    parse: ({ accountKey }) => ({ accountKey: accountKey as AccountKey }),
    stringify: ({ accountKey }) => ({ accountKey }),
  },
  component: Outlet,
});

const people = createRoute({
  getParentRoute: () => account,
  path: 'people',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/people/AccountPeopleScreen.tsx'), 'AccountPeopleScreen'),
});
const upgrade = createRoute({
  getParentRoute: () => account,
  path: 'upgrade',
  validateSearch: UpgradeSearch,
  component: screen(() => import('#web/features/billing/UpgradeScreen.tsx'), 'UpgradeScreen'),
});

const subscriptions = createRoute({
  getParentRoute: () => account,
  path: 'subscriptions',
  component: screen(() => import('#web/features/billing/SubscriptionsFrame.tsx'), 'SubscriptionsFrame'),
});
const subscriptionsIndex = createRoute({
  getParentRoute: () => subscriptions,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/subscriptions/account', params, replace: true });
  },
});
const subscription = createRoute({
  getParentRoute: () => subscriptions,
  path: 'account',
  component: screen(() => import('#web/features/billing/SubscriptionScreen.tsx'), 'SubscriptionScreen'),
});
const billing = createRoute({
  getParentRoute: () => subscriptions,
  path: 'billing',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/billing/BillingScreen.tsx'), 'BillingScreen'),
});
const legacyPlans = createRoute({
  getParentRoute: () => subscriptions,
  path: 'archive',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/billing/LegacyPlansScreen.tsx'), 'LegacyPlansScreen'),
});

const settings = createRoute({
  getParentRoute: () => account,
  path: 'settings',
  component: screen(() => import('#web/features/accounts/settings/SettingsFrame.tsx'), 'SettingsFrame'),
});
const info = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: screen(() => import('#web/features/accounts/settings/InfoScreen.tsx'), 'InfoScreen'),
});
const limits = createRoute({
  getParentRoute: () => settings,
  path: 'limits',
  component: screen(() => import('#web/features/accounts/settings/LimitsScreen.tsx'), 'LimitsScreen'),
});
const invoice = createRoute({
  getParentRoute: () => settings,
  path: 'invoice',
  component: screen(() => import('#web/features/accounts/settings/InvoiceScreen.tsx'), 'InvoiceScreen'),
});
const applications = createRoute({
  getParentRoute: () => settings,
  path: 'applications',
  component: screen(() => import('#web/features/accounts/settings/ApplicationsScreen.tsx'), 'ApplicationsScreen'),
});

export const accountPages = [
  people,
  upgrade,
  subscriptions.addChildren([subscriptionsIndex, subscription, billing, legacyPlans]),
  settings.addChildren([info, limits, invoice, applications]),
] as const;
