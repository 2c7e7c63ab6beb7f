import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Handlers, ResourceContext } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { assignPlan } from './assign-plan.ts';
import * as admin from './billing-admin.ts';
import type { BillingDeps } from './billing.deps.ts';
import { createSubscription } from './create-subscription.ts';
import { cancelSubscription, resumeSubscription } from './end-subscription.ts';
import { invoicesRoutes } from './invoices/invoices.routes.ts';
import { withPaymentRefusals } from './payment-refusals.ts';
import { openBillingPortal, payInvoice } from './payments.ts';
import { canUpdateSubscription } from './plan-change.ts';
import { planFeatures, plansDiscounts } from './plan-features.ts';
import { changePromoCode, createPromoCode, listPromoCodes } from './promo-codes.ts';
import { requestPlan, withdrawRequest } from './request-plan.ts';
import type { Owner } from './return-urls.ts';
import { getSubscription, listSubscriptions } from './subscriptions.ts';
import { applyPromoCode, updateSubscription } from './update-subscription.ts';

type Deps = Kernel & BillingDeps;
type Billing = Handlers<'billing'>;

/** Handlers of plans, subscriptions and payments; a change of an account's plan returns the resulting features. */
export const billingRoutes = (deps: Deps): Billing => ({
  ...readRoutes(deps),
  ...buyRoutes(deps),
  ...endRoutes(deps),
  ...portalPlanRoutes(deps),
  ...adminRoutes(deps),
  ...invoicesRoutes(deps),
});

const ofAccount = ({ id }: { id: AccountKey }) => ({ account: id });
const ofStation = ({ id }: { id: StationKey }) => ({ station: id });

const readRoutes = (deps: Deps) =>
  ({
    ofAccount: ({ params }) => listSubscriptions(deps.db, ofAccount(params)),
    ofStation: ({ params }) => listSubscriptions(deps.db, ofStation(params)),
    oneOfAccount: ({ params }) => getSubscription(deps.db, ofAccount(params), params.subId),
    oneOfStation: ({ params }) => getSubscription(deps.db, ofStation(params), params.subId),
    features: ({ params }) => planFeatures(deps.db, params.id),
    discounts: ({ params }) => plansDiscounts(deps, params.id),
    canUpdate: ({ params, query }) => withPaymentRefusals(deps, () => canUpdateSubscription(deps, params.id, query)),
  }) satisfies Partial<Billing>;

const buyRoutes = (deps: Deps) =>
  ({
    createOfAccount: ({ params, body }) =>
      withPaymentRefusals(deps, () => createSubscription(deps, { account: params.id, station: null }, body)),
    createOfStation: ({ params, body, resources }) =>
      withPaymentRefusals(deps, () => createSubscription(deps, payerOf(params.id, resources), body)),
    update: ({ params, body }) =>
      withPaymentRefusals(deps, () => updateSubscription(deps, params.id, params.subId, body)),
    promoCode: ({ params }) =>
      withPaymentRefusals(deps, () => applyPromoCode(deps, params.id, params.subId, params.code)),
    portal: ({ params, body }) => withPaymentRefusals(deps, () => openBillingPortal(deps, params.id, body)),
    pay: ({ params }) => withPaymentRefusals(deps, () => payInvoice(deps, params.id, params.invoiceId)),
  }) satisfies Partial<Billing>;

/** A station's add-ons are billed to its account. */
const payerOf = (station: StationKey, resources: Record<string, ResourceContext[]>): Owner => {
  const [found] = resources['path.id'] ?? [];
  return { account: found?.account ?? refuse('station.notFound'), station };
};

const endRoutes = (deps: Deps) =>
  ({
    cancelOfAccount: ({ params, query, auditDetails }) => {
      if (query.reason !== undefined) auditDetails.reason = query.reason;
      return withPaymentRefusals(deps, () => cancelSubscription(deps, ofAccount(params), params.subId, query.at));
    },
    cancelOfStation: ({ params, query, auditDetails }) => {
      if (query.reason !== undefined) auditDetails.reason = query.reason;
      return withPaymentRefusals(deps, () => cancelSubscription(deps, ofStation(params), params.subId, query.at));
    },
    resume: ({ params }) => withPaymentRefusals(deps, () => resumeSubscription(deps, ofAccount(params), params.subId)),
    resumeOfStation: ({ params }) =>
      withPaymentRefusals(deps, () => resumeSubscription(deps, ofStation(params), params.subId)),
  }) satisfies Partial<Billing>;

const portalPlanRoutes = (deps: Deps) =>
  ({
    assign: async ({ params, body }) => {
      await withPaymentRefusals(deps, () => assignPlan(deps, params.key, body));
      return await planFeatures(deps.db, params.key);
    },
    request: async ({ params, body, who }) => {
      await requestPlan(deps, params.id, body, who);
      return await planFeatures(deps.db, params.id);
    },
    withdrawRequest: async ({ params }) => {
      await withdrawRequest(deps.db, params.id);
      return await planFeatures(deps.db, params.id);
    },
  }) satisfies Partial<Billing>;

const adminRoutes = (deps: Deps) =>
  ({
    events: ({ query }) => admin.billingEvents(deps, query),
    replay: ({ params }) => withPaymentRefusals(deps, () => admin.replayEvent(deps, params.id)),
    drift: ({ query }) => admin.billingDrift(deps, query),
    sync: ({ params }) => withPaymentRefusals(deps, () => admin.syncAccount(deps, params.key)),
    promoCodes: ({ query }) => listPromoCodes(deps, query),
    createPromoCode: ({ body }) => withPaymentRefusals(deps, () => createPromoCode(deps, body)),
    changePromoCode: ({ params, body }) => withPaymentRefusals(deps, () => changePromoCode(deps, params.id, body)),
    sandboxClock: ({ body }) => withPaymentRefusals(deps, () => admin.moveSandboxClock(deps, body)),
    sandboxCard: ({ body }) => withPaymentRefusals(deps, () => admin.setSandboxCard(deps, body)),
  }) satisfies Partial<Billing>;
