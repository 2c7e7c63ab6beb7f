const nobody = '00000000-0000-4000-8000-000000000000';

/** A valid call of every endpoint of plans and payments; see `fixtures`. */
export const billingFixtures = {
  'billing.oneOfAccount': { params: { subId: nobody } },
  'billing.oneOfStation': { params: { subId: nobody } },
  'billing.cancelOfAccount': { params: { subId: nobody } },
  'billing.cancelOfStation': { params: { subId: nobody } },
  'billing.canUpdate': { query: { updatePriceId: 'price_prime_month' } },
  'billing.assign': { body: { plan: 'prime' } },
  'billing.request': { body: { plan: 'prime', interval: 'month' } },
  'billing.createOfAccount': { body: { priceId: 'price_prime_month' } },
  'billing.createOfStation': { body: { priceId: 'price_legacy_ctl_month' } },
  'billing.promoCode': { params: { subId: nobody, code: 'SPRING' } },
  'billing.update': { params: { subId: nobody }, body: { priceId: 'price_prime_month' } },
  'billing.resume': { params: { subId: nobody } },
  'billing.resumeOfStation': { params: { subId: nobody } },
  'billing.portal': { body: {} },
  'billing.pay': { params: { invoiceId: 'in_none' } },
  'billing.link': { params: { invoiceId: 'in_none' } },
  'billing.pdf': { params: { invoiceId: 'in_none' }, query: { token: 'none' } },
  'billing.replay': { params: { id: 'evt_none' } },
  'billing.createPromoCode': { body: { code: 'SPRING', percent_off: 10 } },
  'billing.changePromoCode': { params: { id: 'promo_none' }, body: { active: false } },
  'billing.sandboxClock': { body: { days: 1 } },
  'billing.sandboxCard': { body: { number: '4242 4242 4242 4242' } },
} as const;
