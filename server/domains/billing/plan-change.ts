import type { billing } from '#contract/billing.ts';
import type { QueryOf, ReturnsOf, SpecOf } from '#contract/http.ts';
import type { AccountKey } from '#contract/keys.ts';
import {
  featuresOf,
  offeredPlans,
  planOfPrice,
  planRefusal,
  plans,
  type PlanId,
  type PlanRefusal,
} from '#contract/plans.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { findAccountPlan, usageOf, type AccountPlan } from './billing.repo.ts';

type CanUpdate = SpecOf<typeof billing.canUpdate>;

/**
 * Whether an account may change to a price, and if not, why (spec §5). Promo codes require payments, which don't exist
 * yet, so every code is invalid. Refuses a price that isn't offered as invalid input.
 */
export const canUpdateSubscription = async (
  db: Db,
  account: AccountKey,
  query: QueryOf<CanUpdate>,
): Promise<ReturnsOf<CanUpdate>> => {
  const wanted = planOfPrice(query.updatePriceId)?.plan.id;
  if (!wanted || !offeredPlans.some((offered) => offered === wanted))
    return refuse('request.invalid', {}, { updatePriceId: 'This price is not available.' });
  const row = (await findAccountPlan(db, account)) ?? refuse('account.notFound');
  const reason =
    (await reasonAgainst(db, account, row, { plan: wanted, quantity: query.updateQuantity ?? 1 })) ??
    ((query.promoCode ?? '') === '' ? undefined : 'invalidPromoCode') ??
    (row.credit_card ? undefined : 'noPaymentMethod');
  return { updateAllowed: reason === undefined, reason: reason ?? null, preview: null };
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
