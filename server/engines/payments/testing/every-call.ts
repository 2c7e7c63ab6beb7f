import type { NewPromotion, Payments } from '../port.ts';

export type CallIds = { customer: string; price: string; promotion: string; subscription: string; invoice: string };

const facts = { account: 'a', name: 'Radio', email: 'e@example.org', country: 'DE', currency: 'usd' };
const urls = { returnUrl: 'https://portal.example/a', cancelUrl: 'https://portal.example/b' };
const newPromotion: NewPromotion = {
  code: 'ABC',
  percentOff: 20,
  amountOff: null,
  currency: null,
  duration: 'repeating',
  months: 3,
  products: ['product_prime'],
  max: 3,
  expires: new Date(Date.now() + 864e5),
  firstTime: true,
};

/** Every call of the port, with every kind of parameter that it sends. */
export const everyCall = (
  payments: Payments,
  { customer, price, promotion, subscription, invoice }: CallIds,
): Record<string, () => Promise<unknown>> => {
  const ask = { customer, priceId: price, quantity: 1, promotion, metadata: { account_key: 'a' } };
  const { portal } = payments;
  return {
    catalog: () =>
      payments.ensureCatalog([
        {
          id: price,
          product: 'product_prime',
          productName: 'Prime',
          interval: 'month',
          amounts: { usd: 2900, eur: 2700 },
        },
      ]),
    customer: () => payments.ensureCustomer(facts, 'k1'),
    updatedCustomer: () => payments.updateCustomer(customer, facts),
    taxNumber: () => payments.setTaxNumber(customer, { country: 'GR', number: '123456789', verified: true }),
    printedNumber: () => payments.setTaxNumber(customer, { country: 'CH', number: '1', verified: false }),
    noNumber: () => payments.setTaxNumber(customer, null),
    checkout: () => payments.checkout({ ...ask, ...urls, promotion: null }, 'k2'),
    checkoutWithCode: () => payments.checkout({ ...ask, ...urls }, 'k3'),
    checkoutResult: () => payments.checkoutResult('cs_1'),
    expiredCheckout: () => payments.expireCheckout('cs_1'),
    subscribe: () => payments.subscribe(ask, 'k4'),
    change: () => payments.change({ subscription, priceId: price, quantity: 2, promotion }, 'k5'),
    previewOfNew: () => payments.preview(ask),
    previewOfChange: () => payments.preview({ subscription, priceId: price, quantity: 2 }),
    discount: () => payments.setDiscount(subscription, promotion, 'k6'),
    ending: () => payments.cancel(subscription, 'period_end'),
    resumed: () => payments.resume(subscription),
    ended: () => payments.cancel(subscription, 'now'),
    pay: () => payments.pay(invoice),
    pdf: () => payments.invoicePdf(invoice),
    portalForCard: () => portal({ customer, returnUrl: urls.returnUrl, flow: 'card' }),
    portal: () => portal({ customer, returnUrl: urls.returnUrl, flow: 'all' }),
    find: () => payments.findPromotion('ABC'),
    list: () => payments.listPromotions(),
    createPercent: () => payments.createPromotion(newPromotion, 'k7'),
    createAmount: () =>
      payments.createPromotion(
        { ...newPromotion, percentOff: null, amountOff: 100, currency: 'usd', duration: 'once', months: null },
        'k8',
      ),
    deactivate: () => payments.setPromotionActive(promotion, false),
    read: () => payments.read(customer),
    async events() {
      for await (const event of payments.eventsSince(new Date(0))) return event;
      return undefined;
    },
  };
};
