import { purchasableOf, type Purchasable } from '#contract/api/add-ons.ts';
import type { billing, ChargePreview } from '#contract/api/billing.ts';
import type { QueryOf, ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { featuresOf, planRefusal, plans, type PlanId, type PlanRefusal } from '#contract/rules/plans.ts';
import type { PreviewRequest, Promotion } from '#server/engines/payments/port.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { BillingDeps } from './billing.deps.ts';
import { findAccountPlan, usageOf, type AccountPlan } from './billing.repo.ts';
import { presentPreview, promotionFor } from './charge.ts';
import { findCustomer } from './customers.repo.ts';
import { isPayment } from './payment-refusals.ts';

type CanUpdate = SpecOf<typeof billing.canUpdate>;

/**
 * Whether an account may change to a price, why not, in the order of spec §5 and then for reasons of its subscription, and what the
 * change would cost. Refuses a price that isn't
 * offered as invalid input; `unknown` is the reason if the provider can't be asked about a promo code.
 */
export const canUpdateSubscription = async (
  deps: BillingDeps,
  account: AccountKey,
  query: QueryOf<CanUpdate>,
): Promise<ReturnsOf<CanUpdate>> => {
  const item = purchasableOf(query.updatePriceId);
  if (!item || item.plan === null || !item.offered)
    return refuse('request.invalid', {}, { updatePriceId: 'This price is not available.' });
  const row = (await findAccountPlan(deps.db, account)) ?? refuse('account.notFound');
  const quantity = query.updateQuantity ?? 1;
  const exceeded = await reasonAgainst(deps.db, account, row, { plan: item.plan, quantity });
  if (exceeded) return refused(exceeded);
  const promotion = await askPromotion(deps, account, item, query.promoCode);
  if (typeof promotion === 'string') return refused(promotion);
  const customer = await findCustomer(deps.db, account, deps.payments.mode);
  if (!customer?.card) return refused('noPaymentMethod');
  const standing = changeRefusal(row);
  if (standing) return refused(standing);
  const change = { priceId: item.price.id, quantity, promotion: promotion?.id ?? null };
  const paid = row.provider === null ? null : row.provider_id;
  const request = paid === null ? { customer: customer.customer, ...change } : { subscription: paid, ...change };
  return { updateAllowed: true, reason: null, preview: await previewOf(deps, request) };
};

const refused = (reason: PlanRefusal | ChangeRefusal | 'unknown'): ReturnsOf<CanUpdate> => ({
  updateAllowed: false,
  reason,
  preview: null,
});

export type ChangeRefusal = 'pastDue' | 'ending';

/**
 * Why a paid subscription can't be changed now, whatever the plan. The rest of a period that was never paid would be credited to its customer,
 * and a change of a cancelled subscription would be charged although it ends.
 */
export const changeRefusal = (
  row: Pick<AccountPlan, 'provider' | 'status' | 'cancel_at_period_end'>,
): ChangeRefusal | undefined => {
  if (row.provider === null) return undefined;
  if (row.status === 'past_due') return 'pastDue';
  return row.cancel_at_period_end === true ? 'ending' : undefined;
};

const askPromotion = async (
  deps: BillingDeps,
  account: AccountKey,
  item: Purchasable,
  code: string | undefined,
): Promise<Promotion | null | 'invalidPromoCode' | 'unknown'> => {
  try {
    return await promotionFor(deps, account, item, code);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'plan.invalidPromoCode') return 'invalidPromoCode';
    if (isPayment(error, 'unavailable')) return 'unknown';
    throw error;
  }
};

/** Null while the provider is away. */
const previewOf = async (deps: BillingDeps, request: PreviewRequest): Promise<ChargePreview | null> => {
  try {
    await deps.ensureCatalog();
    return presentPreview(await deps.payments.preview(request));
  } catch (error) {
    if (!isPayment(error, 'unavailable')) throw error;
    deps.log.warn({ err: error }, 'a change was not previewed');
    return null;
  }
};

/** Refuses with the reason (`plan.…`) if an account exceeds the limits of a plan. */
export const refuseOverLimits = async (
  db: Db | Tx,
  account: AccountKey,
  wanted: { plan: PlanId; quantity: number },
): Promise<void> => {
  const row = (await findAccountPlan(db, account)) ?? refuse('account.notFound');
  const reason = await reasonAgainst(db, account, row, wanted);
  if (reason) refuse(`plan.${reason}`);
};

/** Only a plan priced per station allows a quantity above 1. */
const maxQuantity = 1000;

const reasonAgainst = async (
  db: Db | Tx,
  account: AccountKey,
  row: AccountPlan,
  { plan, quantity }: { plan: PlanId; quantity: number },
): Promise<PlanRefusal | undefined> => {
  if (quantity < 1 || quantity > (plans[plan].perStation ? maxQuantity : 1)) return 'invalidQuantity';
  return planRefusal(await usageOf(db, account), featuresOf({ plan, quantity, custom: row.custom_limits }));
};
