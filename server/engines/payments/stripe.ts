import type { Payments } from './port.ts';
import { ensureCatalog } from './stripe/catalog.ts';
import { checkoutResult, expireCheckout, openCheckout } from './stripe/checkout.ts';
import { createCustomer, readCustomer, setTaxNumber, updateCustomer } from './stripe/customers.ts';
import { guarded } from './stripe/errors.ts';
import { eventsSince, verifyEvent } from './stripe/events.ts';
import { invoicePdf, payInvoice } from './stripe/invoices.ts';
import type { Connection } from './stripe/parts.ts';
import { openPortal } from './stripe/portal.ts';
import { preview } from './stripe/preview.ts';
import { createPromotion, findPromotion, listPromotions, setPromotionActive } from './stripe/promotions.ts';
import {
  cancelSubscription,
  changeSubscription,
  resumeSubscription,
  setDiscount,
  subscribe,
} from './stripe/subscriptions.ts';

export type StripeOptions = Connection & {
  mode: Payments['mode'];
  /** The secrets that sign webhooks; read at each event. */
  webhookSecrets: () => Promise<readonly string[]>;
  /** The operator's configuration of the customer portal; undefined: ours. */
  portalConfiguration: string | undefined;
};

/** Payments by Stripe, and by the sandbox, which speaks Stripe's protocol: both are used through the official client. */
export const stripePayments = ({ mode, webhookSecrets, portalConfiguration, ...to }: StripeOptions): Payments => {
  const safe = <A extends unknown[], R>(call: (of: Connection, ...given: A) => Promise<R>) =>
    guarded(to.log, (...given: A) => call(to, ...given));
  const readEvents = safe(eventsSince);
  return {
    mode,
    ensureCatalog: safe(ensureCatalog),
    ensureCustomer: safe(createCustomer),
    updateCustomer: safe(updateCustomer),
    setTaxNumber: safe(setTaxNumber),
    checkout: safe(openCheckout),
    checkoutResult: safe(checkoutResult),
    expireCheckout: safe(expireCheckout),
    subscribe: safe(subscribe),
    change: safe(changeSubscription),
    preview: safe(preview),
    setDiscount: safe(setDiscount),
    cancel: safe(cancelSubscription),
    resume: safe(resumeSubscription),
    pay: safe(payInvoice),
    invoicePdf: safe(invoicePdf),
    portal: guarded(to.log, openPortal(to, portalConfiguration)),
    findPromotion: safe(findPromotion),
    listPromotions: safe(listPromotions),
    createPromotion: safe(createPromotion),
    setPromotionActive: safe(setPromotionActive),
    read: safe(readCustomer),
    async *eventsSince(at) {
      yield* await readEvents(at);
    },
    verify: guarded(to.log, async (raw: Buffer, signature: string) =>
      verifyEvent(to, await webhookSecrets(), { raw, signature }),
    ),
  };
};
