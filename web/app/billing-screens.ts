import type { Screen } from './station-screens.ts';

/** What the purchase of a plan calls, on each screen that sells one. */
export const purchaseEndpoints: readonly string[] = [
  'billing.ofAccount',
  'billing.canUpdate',
  'billing.createOfAccount',
  'billing.update',
  'billing.overview',
  'billing.portal',
];

/** The screens of plans, subscriptions and payments. */
export const billingScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/upgrade',
    file: 'web/features/billing/UpgradeScreen.tsx',
    endpoints: [
      'billing.features',
      'billing.discounts',
      'billing.request',
      'billing.withdrawRequest',
      'billing.assign',
      ...purchaseEndpoints,
      'billing.resume',
    ],
  },
  {
    route: '/accounts/{accountKey}/subscriptions/account',
    file: 'web/features/billing/SubscriptionScreen.tsx',
    endpoints: [
      'billing.ofAccount',
      'billing.cancelOfAccount',
      'billing.resume',
      'billing.promoCode',
      'billing.features',
      'billing.overview',
      'billing.pay',
    ],
  },
  {
    route: '/accounts/{accountKey}/subscriptions/billing',
    file: 'web/features/billing/BillingScreen.tsx',
    endpoints: [
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
  },
  {
    route: '/accounts/{accountKey}/subscriptions/archive',
    file: 'web/features/billing/LegacyPlansScreen.tsx',
    endpoints: ['billing.ofAccount'],
  },
  {
    route: '/portal/promo-codes',
    file: 'web/features/portal/PromoCodesScreen.tsx',
    endpoints: ['billing.promoCodes', 'billing.createPromoCode', 'billing.changePromoCode'],
  },
  {
    route: '/portal/payments',
    file: 'web/features/portal/PaymentsScreen.tsx',
    endpoints: ['billing.events', 'billing.replay', 'billing.drift'],
  },
];
