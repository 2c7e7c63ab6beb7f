import type { Screen } from './station-screens.ts';

/** What the purchase of a plan calls, on each screen that sells one. */
export const purchaseEndpoints: readonly string[] = [
  'billing.ofAccount',
  'billing.canUpdate',
  'billing.createOfAccount',
  'billing.update',
  'payments.overview',
  'payments.portal',
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
      'payments.overview',
      'payments.pay',
    ],
  },
  {
    route: '/accounts/{accountKey}/subscriptions/billing',
    file: 'web/features/billing/BillingScreen.tsx',
    endpoints: [
      'payments.overview',
      'payments.portal',
      'payments.pay',
      'payments.invoices',
      'payments.invoicesCsv',
      'payments.link',
      'payments.pdf',
      'billingAdmin.sync',
      'billingAdmin.sandboxClock',
      'billingAdmin.sandboxCard',
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
    endpoints: ['billingAdmin.promoCodes', 'billingAdmin.createPromoCode', 'billingAdmin.changePromoCode'],
  },
  {
    route: '/portal/payments',
    file: 'web/features/portal/PaymentsScreen.tsx',
    endpoints: ['billingAdmin.events', 'billingAdmin.replay', 'billingAdmin.drift'],
  },
];
