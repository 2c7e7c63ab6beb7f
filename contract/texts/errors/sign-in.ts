import type { Refusals } from './refusals.ts';

/** Sign-in: second factors, sessions and e-mail changes. */
export const signInErrors = {
  'session.stale': [
    403,
    'Please sign in again',
    'Changing how you sign in requires a sign-in within the last 5 minutes. Please sign in again, then repeat the change.',
  ],
  'session.unknown': [404, 'Sessions', 'This session has already ended.'],
  'profile.linkOver': [
    410,
    'This link has expired',
    'Each link works once, within 24 hours. Please request a new one in your profile.',
  ],
  'profile.linkOfAnother': [
    403,
    'This link is for another account',
    'Only the person who requested this change can confirm it, signed in to the account it is for. If that was not you, ignore the e-mail: nothing changes.',
  ],
  'profile.emailTaken': [
    409,
    'E-mail already in use',
    'Someone else now uses {email}, so your e-mail was not changed.',
  ],
  'secondFactor.tooMany': [409, 'Second factor', 'You already have {max} second factors. Please remove one first.'],
  'secondFactor.expired': [409, 'Second factor', 'This took longer than ten minutes. Please start again.'],
  'secondFactor.none': [409, 'Second factor', 'You have no second factor. Please set one up first.'],
  'secondFactor.unknown': [404, 'Second factor', 'This second factor was already removed.'],
  'secondFactor.noPasskeys': [
    409,
    'Second factor',
    'Passkeys only work on a host name with TLS. Please use an authenticator app.',
  ],
  'secondFactor.noAnswer': [
    400,
    'Second factor',
    'The browser did not create a passkey. Please try again, or use an authenticator app.',
  ],
  'secondFactor.known': [409, 'Second factor', 'This device already has a passkey for your account.'],
  'secondFactor.external': [409, 'Second factor', 'Second factors are managed by your sign-in provider.'],
} as const satisfies Refusals;
