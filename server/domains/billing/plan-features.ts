import type { PlanFeaturesReply } from '#contract/billing.ts';
import type { AccountKey } from '#contract/keys.ts';
import { activeStatuses, offeredPlans, planOfPrice, plans } from '#contract/plans.ts';
import type { billing } from '#contract/billing.ts';
import type { ReturnsOf, SpecOf } from '#contract/http.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { findAccountPlan, usageOf } from './billing.repo.ts';
import { bytesOf } from './storage.repo.ts';
import { featuresIn } from './billing.service.ts';

/** An account's plan features with custom limits, its usage, and its plan request. */
export const planFeatures = async (db: Db, account: AccountKey): Promise<PlanFeaturesReply> => {
  const [found, usage, storage] = await Promise.all([
    findAccountPlan(db, account),
    usageOf(db, account),
    bytesOf(db, account),
  ]);
  const row = found ?? refuse('account.notFound');
  return {
    plan: row.plan ?? 'none',
    status: activeStatuses.find((status) => status === row.status) ?? null,
    held: row.held_at && { since: row.held_at.toISOString(), reason: row.held_reason ?? '' },
    graceEnds: null,
    legacySubscription: row.legacy ?? false,
    interval: (row.price_id !== null && planOfPrice(row.price_id)?.price.interval) || null,
    ends: row.ends?.toISOString() ?? null,
    ...featuresIn(row),
    usage: { ...usage, storage },
    requested: row.requested_plan,
  };
};

/** The discount of yearly over monthly billing, in whole percent, for every plan that has one. */
export const plansDiscounts = (): ReturnsOf<SpecOf<typeof billing.discounts>> =>
  offeredPlans.flatMap((plan) => {
    const price = (interval: string) => plans[plan].prices.find((offer) => offer.interval === interval)?.cents;
    const [monthly, yearly] = [price('month'), price('year')];
    if (monthly === undefined || yearly === undefined || yearly >= 12 * monthly) return [];
    return [
      {
        plan,
        interval: 'year' as const,
        percent: Math.round((1 - yearly / (12 * monthly)) * 100),
        code: null,
        until: null,
      },
    ];
  });
