import type * as z from 'zod/mini';
import type { NewPromoCode, PromoCode } from '#contract/api/billing-admin.ts';
import { offeredPlans, plans } from '#contract/rules/plans.ts';
import type { Promotion } from '#server/engines/payments/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { isPayment } from './payment-refusals.ts';
import * as repo from './promo-codes.repo.ts';

type Deps = Pick<BillingDeps, 'db' | 'clock' | 'payments' | 'ensureCatalog'>;

/** Copies the provider's promo codes; whether they are public is ours. */
export const syncPromoCodes = async ({ db, clock, payments }: Deps): Promise<void> =>
  await repo.savePromotions(db, await payments.listPromotions(), clock.now());

/** A page of the promo codes, newest first. */
export const listPromoCodes = async (
  { db }: Pick<Deps, 'db'>,
  page: { limit: number; offset: number },
): Promise<{ entities: PromoCode[]; total: number }> => {
  const { rows, total } = await repo.listPromoCodes(db, page);
  return { entities: rows.map(present), total };
};

/** Creates a promo code at the provider; refuses with `promoCode.exists` while an active one has its name. */
export const createPromoCode = async (deps: Deps, body: z.output<typeof NewPromoCode>): Promise<PromoCode> => {
  const named = await repo.promoCodesNamed(deps.db, body.code);
  if (named.some(({ active }) => active)) refuse('promoCode.exists');
  await deps.ensureCatalog();
  // The same key after a crash gives the same promotion; a later one of this name has another.
  const key = `promo:${body.code.toLowerCase()}:${String(named.length)}`;
  const made = await create(deps, promotionOf(body), key);
  await repo.savePromotions(deps.db, [made], deps.clock.now());
  if (body.public) await repo.setPublic(deps.db, made.id, true);
  return await found(deps, made.id);
};

/** Switches a promo code on or off at the provider, or shows it beside the plans; refuses with `promoCode.notFound`. */
export const changePromoCode = async (
  deps: Deps,
  id: string,
  changes: { active?: boolean | undefined; public?: boolean | undefined },
): Promise<PromoCode> => {
  const before = (await repo.findPromoCode(deps.db, id)) ?? refuse('promoCode.notFound');
  const { active } = changes;
  if (active === true && !before.active) {
    const named = await repo.promoCodesNamed(deps.db, before.code);
    if (named.some((other) => other.active)) refuse('promoCode.exists');
  }
  if (active !== undefined && active !== before.active)
    await repo.savePromotions(deps.db, [await setActive(deps, id, active)], deps.clock.now());
  if (changes.public !== undefined) await repo.setPublic(deps.db, id, changes.public);
  return await found(deps, id);
};

/** A name that is taken at the provider, but not here, was made in its dashboard. */
const create = async (deps: Deps, promotion: ReturnType<typeof promotionOf>, key: string): Promise<Promotion> => {
  try {
    return await deps.payments.createPromotion(promotion, key);
  } catch (error) {
    if (!isPayment(error, 'refused')) throw error;
    await syncPromoCodes(deps);
    const named = await repo.promoCodesNamed(deps.db, promotion.code);
    if (named.some(({ active }) => active)) refuse('promoCode.exists');
    throw error;
  }
};

const setActive = async ({ payments }: Deps, id: string, active: boolean): Promise<Promotion> => {
  try {
    return await payments.setPromotionActive(id, active);
  } catch (error) {
    if (isPayment(error, 'notFound')) return refuse('promoCode.notFound');
    throw error;
  }
};

const found = async ({ db }: Deps, id: string): Promise<PromoCode> =>
  present((await repo.findPromoCode(db, id)) ?? refuse('promoCode.notFound'));

const promotionOf = (body: z.output<typeof NewPromoCode>) => ({
  code: body.code,
  percentOff: body.percent_off,
  amountOff: body.amount_off,
  currency: body.amount_off === null ? null : body.currency.toLowerCase(),
  duration: body.duration,
  months: body.months,
  products: body.plans.map((id) => plans[id].product),
  max: body.max,
  expires: body.expires === null ? null : new Date(body.expires),
  firstTime: body.first_time,
});

const present = (row: repo.PromoCodeRow): PromoCode => ({
  id: row.id,
  code: row.code,
  active: row.active,
  public: row.public,
  percent_off: row.percent_off,
  amount_off: row.amount_off,
  currency: row.currency,
  duration: row.duration,
  months: row.months,
  plans: offeredPlans.filter((id) => row.plans.includes(id)),
  max: row.max,
  redeemed: row.redeemed,
  expires: row.expires?.toISOString() ?? null,
  first_time: row.first_time,
  created: row.created.toISOString(),
});
