import { purchaseEndpoints } from './billing-screens.ts';
import type { Screen } from './station-screens.ts';

/** The screens of `joining-routes.tsx`. */
export const joiningScreens: readonly Screen[] = [
  {
    route: '/portal/accounts/create',
    file: 'web/features/accounts/AccountCreateForScreen.tsx',
    endpoints: ['accounts.createFor'],
  },
  {
    route: '/onboarding/account',
    file: 'web/features/onboarding/AccountStep.tsx',
    endpoints: ['accounts.create', 'session.location'],
  },
  {
    route: '/onboarding/{accountKey}/plan',
    file: 'web/features/onboarding/PlanStep.tsx',
    endpoints: ['billing.features', 'billing.discounts', 'billing.request', ...purchaseEndpoints],
  },
  {
    route: '/onboarding/{accountKey}/station',
    file: 'web/features/onboarding/StationStep.tsx',
    endpoints: ['stations.create', 'billing.features'],
  },
  {
    route: '/onboarding/{accountKey}/share/{stationKey}',
    file: 'web/features/onboarding/ShareStep.tsx',
    endpoints: ['stations.get', 'stations.profile', 'players.ofStation'],
  },
  {
    route: '/invitations/{token}',
    file: 'web/features/people/InvitationScreen.tsx',
    endpoints: ['people.invite', 'people.accept', 'people.reject'],
  },
  {
    route: '/confirm-email/{token}',
    file: 'web/features/profile/ConfirmEmailScreen.tsx',
    endpoints: ['signIn.emailLink', 'signIn.confirmEmail'],
  },
];
