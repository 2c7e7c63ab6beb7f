import { createRoute } from '@tanstack/react-router';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { PurchaseSearch } from '#web/features/billing/shared/purchase-search.ts';
import { screen, shell } from './shell-route.tsx';

/* Joining: invitations, a new e-mail's confirmation, onboarding, and accounts that a portal admin creates. */

const invitation = createRoute({
  getParentRoute: () => shell,
  path: '/invitations/$token',
  component: screen(() => import('#web/features/people/InvitationScreen.tsx'), 'InvitationScreen'),
});
const confirmEmail = createRoute({
  getParentRoute: () => shell,
  path: '/confirm-email/$token',
  component: screen(() => import('#web/features/profile/ConfirmEmailScreen.tsx'), 'ConfirmEmailScreen'),
});
const createFor = createRoute({
  getParentRoute: () => shell,
  path: '/portal/accounts/create',
  component: screen(() => import('#web/features/accounts/AccountCreateForScreen.tsx'), 'AccountCreateForScreen'),
});

const accountParams = {
  parse: ({ accountKey }: { accountKey: string }) => ({ accountKey: accountKey as AccountKey }),
  stringify: ({ accountKey }: { accountKey: AccountKey }) => ({ accountKey }),
};
const accountStep = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding/account',
  component: screen(() => import('#web/features/onboarding/AccountStep.tsx'), 'AccountStep'),
});
const planStep = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding/$accountKey/plan',
  validateSearch: PurchaseSearch,
  params: accountParams,
  component: screen(() => import('#web/features/onboarding/PlanStep.tsx'), 'PlanStep'),
});
const stationStep = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding/$accountKey/station',
  params: accountParams,
  component: screen(() => import('#web/features/onboarding/StationStep.tsx'), 'StationStep'),
});
const shareStep = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding/$accountKey/share/$stationKey',
  params: {
    parse: ({ accountKey, stationKey }: { accountKey: string; stationKey: string }) => ({
      accountKey: accountKey as AccountKey,
      stationKey: stationKey as StationKey,
    }),
    stringify: (keys: { accountKey: AccountKey; stationKey: StationKey }) => keys,
  },
  component: screen(() => import('#web/features/onboarding/ShareStep.tsx'), 'ShareStep'),
});

// oxfmt-ignore
export const joiningRoutes = [invitation, confirmEmail, createFor, accountStep, planStep, stationStep, shareStep] as const;
