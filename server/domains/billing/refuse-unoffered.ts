import type { Brand } from '#contract/rules/brand.ts';
import { offersPlan } from '#contract/rules/brand-flags.ts';
import { planName, type PlanId } from '#contract/rules/plans.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** Refuses with `request.notOffered` a plan that the brand lacks. */
export const refuseUnoffered = (brand: Brand, plan: PlanId): void => {
  if (!offersPlan(brand, plan)) refuse('request.notOffered', { feature: `the plan ${planName(plan, brand)}` });
};
