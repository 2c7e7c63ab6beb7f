import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { activeStatuses, intervals, offeredPlans, planOfPrice, plans } from '#contract/rules/plans.ts';
import type { billing } from '#contract/api/billing.ts';
import type { ReturnsOf, SpecOf } from '#contract/api/http.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { findAccountPlan, usageOf } from './billing.repo.ts';
import { bytesOf } from './storage.repo.ts';
import { holdOf } from './life/grace.ts';
import { presentFeatures } from './billing.service.ts';
import { publicPromoCodes, type PromoCodeRow } from './promo-codes.repo.ts';
import { hasPaid } from './invoice-copies.repo.ts';

/** An account's plan features with custom limits, its usage, and its plan request. */
export const planFeatures = async (db: Db, account: AccountKey): Promise<PlanFeaturesReply> => {
  const [found, usage, storage, hold] = await Promise.all([
    findAccountPlan(db, account),
    usageOf(db, account),
    bytesOf(db, account),
    holdOf(db, account),
  ]);
  const row = found ?? refuse('account.notFound');
  return {
    plan: row.plan ?? 'none',
    status: activeStatuses.find((status) => status === row.status) ?? null,
    ...hold,
    legacySubscription: row.legacy ?? false,
    interval: row.interval ?? ((row.price_id !== null && planOfPrice(row.price_id)?.price.interval) || null),
    ends: row.ends?.toISOString() ?? null,
    ...presentFeatures(row),
    usage: { ...usage, storage },
    requested: row.requested_plan,
  };
};

type Discounts = ReturnsOf<SpecOf<typeof billing.discounts>>;

/**
 * The discounts per plan, in percent: of yearly over monthly billing, rounded, and of the public promo codes that this account can use.
 */
export const plansDiscounts = async (
  { db, clock }: { db: Db; clock: Clock },
  account: AccountKey,
): Promise<Discounts> => {
  const [codes, paid] = await Promise.all([publicPromoCodes(db, clock.now()), hasPaid(db, account)]);
  return [...yearlyDiscounts(), ...codes.filter(({ first_time }) => !first_time || !paid).flatMap(discountsBy)];
};

const yearlyDiscounts = (): Discounts =>
  offeredPlans.flatMap((plan) => {
    const price = (interval: string) => plans[plan].prices.find((offer) => offer.interval === interval)?.cents;
    const [monthly, yearly] = [price('month'), price('year')];
    if (monthly === undefined || yearly === undefined || yearly >= 12 * monthly) return [];
    const percent = Math.round((1 - yearly / (12 * monthly)) * 100);
    return [{ plan, interval: 'year' as const, percent, code: null, until: null }];
  });

const discountsBy = ({ code, plans: only, percent_off: percent, expires }: PromoCodeRow): Discounts =>
  percent === null
    ? []
    : offeredPlans
        .filter((plan) => only.length === 0 || only.includes(plan))
        .flatMap((plan) =>
          intervals.map((interval) => ({ plan, interval, percent, code, until: expires?.toISOString() ?? null })),
        );
