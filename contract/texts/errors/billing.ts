import type { Refusals } from './refusals.ts';

/** Subscriptions and payments (spec §4, §5). Details with amounts are in minor units. */
export const billingErrors = {
  'account.held': [
    409,
    'The subscription has ended',
    'Your stations are off the air since the subscription has ended. Choose a plan to put them back on the air.',
  ],
  'subscription.notFound': [404, 'Subscription not found', 'The subscription was not found.'],
  'subscription.ended': [409, 'Subscription ended', 'This subscription has already ended.'],
  'subscription.exists': [
    409,
    'Already subscribed',
    'There is a paid subscription already. Please change it instead of buying another.',
  ],
  'subscription.paid': [
    409,
    'Paid subscription',
    'This account pays for its plan. Assigning another ends that subscription at once, without a refund. Please confirm it.',
  ],
  'subscription.notPaid': [
    409,
    'No paid subscription',
    'Nobody pays for this plan yet. Please subscribe to a plan instead.',
  ],
  'subscription.notEnding': [409, 'Nothing to resume', 'This subscription is not about to end.'],
  'subscription.pending': [
    409,
    'Payment pending',
    'A change of this subscription waits for its payment. Please pay or cancel it first.',
  ],
  'subscription.buying': [
    409,
    'Purchase in progress',
    'A purchase for this account is in progress, perhaps in another window. Please finish it, or try again in 30 minutes.',
  ],
  'subscription.pastDue': [
    409,
    'Payment due',
    'The last payment of this subscription failed. Please pay the open invoice on the Billing page before you change the plan.',
  ],
  'subscription.ending': [
    409,
    'Subscription ends',
    'This subscription was cancelled and ends with its period. Please keep it before you change the plan.',
  ],
  'subscription.notOffered': [409, 'Not offered', 'This price is not offered any more.'],
  'subscription.confirmCharge': [
    409,
    'Please confirm the charge',
    '{card} will be charged {amount} today. Please confirm.',
  ],
  'payment.declined': [402, 'Payment declined', '{reason}'],
  'payment.unavailable': [
    503,
    'Payments are unavailable',
    'The payment provider cannot be reached. Please try again in a few minutes: you are never charged twice.',
  ],
  'payment.badSignature': [400, 'Wrong signature', 'This event is not signed by the payment provider.'],
  'payment.noCustomer': [409, 'Nothing to manage yet', 'This account has not bought anything yet.'],
  'invoice.notFound': [404, 'Invoice not found', 'The invoice was not found.'],
  'invoice.notOpen': [409, 'Nothing to pay', 'This invoice is not open.'],
  'promoCode.exists': [409, 'Code in use', 'An active promo code has this name. Please choose another.'],
  'promoCode.notFound': [404, 'Promo code not found', 'The promo code was not found.'],
  'billingEvent.notFound': [404, 'Event not found', 'The event was not found.'],
  'sandbox.off': [404, 'Not the sandbox', 'Payments are real here; the sandbox is off.'],
} as const satisfies Refusals;
