import type { Brand } from '#contract/brand.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { assignPlan } from './assign-plan.ts';
import { canUpdateSubscription } from './plan-change.ts';
import { planFeatures, plansDiscounts } from './plan-features.ts';
import { requestPlan, withdrawRequest } from './request-plan.ts';
import { cancelSubscription, getSubscription, listSubscriptions } from './subscriptions.ts';

/** Handlers of plans and subscriptions; a change of an account's plan returns the resulting features. */
export const billingRoutes = (kernel: Kernel & { brand: Brand }): Handlers<'billing'> => {
  const { db } = kernel;
  const ofAccount = ({ id }: { id: AccountKey }) => ({ account: id });
  const ofStation = ({ id }: { id: StationKey }) => ({ station: id });
  const away = () => refuse('payment.unavailable');
  return {
    events: away,
    replay: away,
    drift: away,
    sync: away,
    promoCodes: away,
    createPromoCode: away,
    changePromoCode: away,
    sandboxClock: away,
    sandboxCard: away,
    overview: away,
    portal: away,
    invoices: away,
    invoicesCsv: away,
    pay: away,
    link: away,
    pdf: away,
    createOfAccount: away,
    createOfStation: away,
    promoCode: away,
    update: away,
    resume: away,
    resumeOfStation: away,
    ofAccount: ({ params }) => listSubscriptions(db, ofAccount(params)),
    ofStation: ({ params }) => listSubscriptions(db, ofStation(params)),
    oneOfAccount: ({ params }) => getSubscription(db, ofAccount(params), params.subId),
    oneOfStation: ({ params }) => getSubscription(db, ofStation(params), params.subId),
    cancelOfAccount: ({ params }) => cancelSubscription(kernel, ofAccount(params), params.subId),
    cancelOfStation: ({ params }) => cancelSubscription(kernel, ofStation(params), params.subId),
    features: ({ params }) => planFeatures(db, params.id),
    discounts: () => plansDiscounts(),
    canUpdate: ({ params, query }) => canUpdateSubscription(db, params.id, query),
    assign: async ({ params, body }) => {
      await assignPlan(kernel, params.key, body);
      return await planFeatures(db, params.key);
    },
    request: async ({ params, body, who }) => {
      await requestPlan(kernel, params.id, body, who);
      return await planFeatures(db, params.id);
    },
    withdrawRequest: async ({ params }) => {
      await withdrawRequest(db, params.id);
      return await planFeatures(db, params.id);
    },
  };
};
