import type { Refusals } from './refusals.ts';

/** How a person signs in: second factors and sessions. */
export const signInErrors = {
  'session.stale': [
    403,
    'Please sign in again',
    'Changing how you sign in needs a sign-in within the last 5 minutes. Please sign in again, then repeat the change.',
  ],
  'session.unknown': [404, 'Sessions', 'This session has ended already.'],
  'profile.linkOver': [
    410,
    'This link has expired',
    'A link works once, for 24 hours. Ask for a new one in your profile.',
  ],
  'profile.linkOfAnother': [
    403,
    'This link is for another account',
    'Only the person who asked for this e-mail can confirm it, signed in to the account it is for. If that was not you, ignore the letter: nothing changes.',
  ],
  'profile.emailTaken': [409, 'This e-mail is taken', 'Somebody else uses {email} meanwhile, so yours stays as it is.'],
  'secondFactor.tooMany': [409, 'Second factor', 'You have {max} second factors already. Please remove one first.'],
  'secondFactor.expired': [409, 'Second factor', 'This took longer than ten minutes. Please begin again.'],
  'secondFactor.none': [409, 'Second factor', 'There is no second factor. Please set one up first.'],
  'secondFactor.unknown': [404, 'Second factor', 'This second factor was removed already.'],
  'secondFactor.noPasskeys': [
    409,
    'Second factor',
    'Passkeys need this portal at a host name with TLS. Please use an authenticator app.',
  ],
  'secondFactor.noAnswer': [
    400,
    'Second factor',
    'The browser made no passkey. Please try again, or use an authenticator app.',
  ],
  'secondFactor.known': [409, 'Second factor', 'This device has a passkey of yours already.'],
  'secondFactor.external': [409, 'Second factor', 'Second factors are set up at the sign-in service of this portal.'],
} as const satisfies Refusals;
