import type { Refusals } from './refusals.ts';

/** Accounts, profiles and plans (spec §8). */
export const accountErrors = {
  'account.notFound': [404, 'Account not found', 'The account was not found.'],
  'account.suspended': [403, 'Account suspended', 'This account is suspended. Please contact support.'],
  'account.hasSubscription': [
    409,
    'Account Delete Error',
    'This account has active subscriptions. Please cancel them first.',
  ],
  'account.alreadySuspended': [409, 'Already suspended', 'This account is already suspended.'],
  'account.notSuspended': [409, 'Not suspended', 'This account is not suspended.'],
  'account.creationClosed': [
    403,
    'Not allowed',
    'Only administrators of the portal can create accounts. Please contact support.',
  ],
  'application.unknownKey': [401, 'Unknown app', 'No app has this key, or the app was removed.'],
  'application.notFound': [404, 'App not found', 'The app was not found.'],
  'profile.urlInUse': [409, 'Update failed', 'The URL is already in use.'],
  'profile.providerClosed': [
    501,
    'Not available here',
    'Please change your name, password or e-mail with your sign-in provider. To offer it here, the operator sets OIDC_ADMIN_CLIENT_ID and OIDC_ADMIN_CLIENT_SECRET.',
  ],
  'plan.stationsCountExceeded': [
    409,
    'Unable to update the plan',
    'Your account has reached the maximum number of stations allowed for this plan. Please reduce the number of stations in your account in order to update the subscription plan.',
  ],
  'plan.podcastsCountExceeded': [
    409,
    'Unable to update the plan',
    'Your account has reached the maximum number of {podcasts} allowed for this plan. Please reduce the number of {podcasts} in your account in order to update the subscription plan.',
  ],
  'plan.maxTracksExceeded': [
    409,
    'Unable to update the plan',
    'Your stations have more tracks than this plan allows. Please reduce the number of tracks in order to update the subscription plan.',
  ],
  'plan.maxBitRateExceeded': [
    409,
    'Unable to update the plan',
    'One of your stations has a higher bit rate than this plan allows. Please reduce the bit rate in order to update the subscription plan.',
  ],
  'plan.invalidQuantity': [409, 'Unable to update the plan', 'The quantity is not valid for this plan.'],
  'plan.invalidPromoCode': [409, 'Unable to update the plan', 'The promo code is not valid.'],
  'plan.noPaymentMethod': [
    409,
    'Unable to update the plan',
    'There is no payment method. Please add a card on the Billing page.',
  ],
  'plan.stationLimit': [409, 'Upgrade needed', 'You have reached your station count limit'],
  'plan.tracksExceeded': [
    409,
    'Tracks limit exceeded.',
    'You have exceeded the maximum number of tracks allowed for your plan.',
  ],
  'plan.storageExceeded': [
    409,
    'Storage limit exceeded.',
    'Your account uses {used} of the {allowed} that its plan allows. Please delete files you no longer need, or upgrade your plan.',
  ],
  'account.trialLimit': [
    409,
    'Too many trial accounts',
    'You already have {max} trial accounts. Please use one of them, or choose a plan for one.',
  ],
  'plan.bitrateExceeded': [409, 'Upgrade needed', 'You have reached your bitrate limit'],
  'plan.featureMissing': [409, 'Upgrade needed', 'Your plan does not include this feature.'],
} as const satisfies Refusals;
