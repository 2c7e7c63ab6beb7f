import { PurchaseSearch } from '#web/features/billing/shared/purchase-search.ts';
import { purchaseCalls } from './account-screens.ts';
import { screen } from './screen.ts';
import { shell } from './shell-route.ts';

/* Joining: invitations, a new e-mail's confirmation, onboarding, and accounts that a portal admin creates. */

const invitation = screen({
  parent: shell,
  path: '/invitations/$token',
  load: () => import('#web/features/people/InvitationScreen.tsx'),
  name: 'InvitationScreen',
  title: 'Invitation',
  may: 'anyone',
  calls: ['people.invite', 'people.accept', 'people.reject'],
});

const confirmEmail = screen({
  parent: shell,
  path: '/confirm-email/$token',
  load: () => import('#web/features/profile/ConfirmEmailScreen.tsx'),
  name: 'ConfirmEmailScreen',
  title: false,
  may: 'anyone',
  calls: ['signIn.emailLink', 'signIn.confirmEmail'],
});

const createFor = screen({
  parent: shell,
  path: '/portal/accounts/create',
  load: () => import('#web/features/accounts/AccountCreateForScreen.tsx'),
  name: 'AccountCreateForScreen',
  title: 'Create',
  may: 'portal.read',
  calls: ['accounts.createFor'],
});

const accountStep = screen({
  parent: shell,
  path: '/onboarding/account',
  load: () => import('#web/features/onboarding/AccountStep.tsx'),
  name: 'AccountStep',
  title: 'Account',
  may: 'user.createAccount',
  flag: 'onboarding',
  calls: ['accounts.create', 'session.location'],
});

const planStep = screen({
  parent: shell,
  path: '/onboarding/$accountKey/plan',
  load: () => import('#web/features/onboarding/PlanStep.tsx'),
  name: 'PlanStep',
  title: 'Plan',
  may: 'account.readPlan',
  flag: 'onboarding',
  search: PurchaseSearch,
  calls: ['billing.features', 'billing.discounts', 'billing.request', ...purchaseCalls],
});

const stationStep = screen({
  parent: shell,
  path: '/onboarding/$accountKey/station',
  load: () => import('#web/features/onboarding/StationStep.tsx'),
  name: 'StationStep',
  title: 'Station',
  may: 'account.createStation',
  flag: 'onboarding',
  calls: ['stations.create', 'billing.features'],
});

const shareStep = screen({
  parent: shell,
  path: '/onboarding/$accountKey/share/$stationKey',
  load: () => import('#web/features/onboarding/ShareStep.tsx'),
  name: 'ShareStep',
  title: 'Share',
  may: 'account.read',
  flag: 'onboarding',
  calls: ['stations.get', 'stations.profile', 'players.ofStation'],
});

export const joiningPages = [
  invitation,
  confirmEmail,
  createFor,
  accountStep,
  planStep,
  stationStep,
  shareStep,
] as const;
