import { createRoute, redirect } from '@tanstack/react-router';
import type { AccountKey } from '#contract/keys.ts';
import { brand } from '#brand/brand.ts';
import { screen, shell } from './shell-route.tsx';

/* How somebody gets in: by an invitation, by an account of their own, or by one that the portal makes for them. */

const invitation = createRoute({
  getParentRoute: () => shell,
  path: '/invitations/$token',
  component: screen(() => import('#web/features/people/InvitationScreen.tsx'), 'InvitationScreen'),
});
const createFor = createRoute({
  getParentRoute: () => shell,
  path: '/portal/accounts/create',
  component: screen(() => import('#web/features/accounts/AccountCreateForScreen.tsx'), 'AccountCreateForScreen'),
});

/** The variant only (spec §2). */
const withOnboarding = (): void => {
  if (!brand.flags.onboarding) throw redirect({ to: '/', replace: true });
};
const ofAccount = {
  parse: ({ accountKey }: { accountKey: string }) => ({ accountKey: accountKey as AccountKey }),
  stringify: ({ accountKey }: { accountKey: AccountKey }) => ({ accountKey }),
};
const accountStep = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding/account',
  beforeLoad: withOnboarding,
  component: screen(() => import('#web/features/onboarding/AccountStep.tsx'), 'AccountStep'),
});
const planStep = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding/$accountKey/plan',
  params: ofAccount,
  beforeLoad: withOnboarding,
  component: screen(() => import('#web/features/onboarding/PlanStep.tsx'), 'PlanStep'),
});
const stationStep = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding/$accountKey/station',
  params: ofAccount,
  beforeLoad: withOnboarding,
  component: screen(() => import('#web/features/onboarding/StationStep.tsx'), 'StationStep'),
});

export const joiningRoutes = [invitation, createFor, accountStep, planStep, stationStep] as const;
