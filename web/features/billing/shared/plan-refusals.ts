import { accountErrors } from '#contract/texts/errors/accounts.ts';
import { billingErrors } from '#contract/texts/errors/billing.ts';
import { failures } from '#contract/texts/errors/failures.ts';
import type { PlanRefusal } from '#contract/rules/plans.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { errorOf } from '#web/lib/error-of.ts';

const reasons: readonly string[] = [
  'stationsCountExceeded',
  'podcastsCountExceeded',
  'maxTracksExceeded',
  'maxBitRateExceeded',
  'invalidQuantity',
  'invalidPromoCode',
  'noPaymentMethod',
] satisfies PlanRefusal[];

const isReason = (reason: string): reason is PlanRefusal => reasons.includes(reason);

/** The error for a reason of `canUpdateSubscription` (spec §8): the plan's, or the subscription's own; any other one is unknown. */
export const planRefusalError = (reason: string | null): ApiError => {
  if (reason === 'pastDue' || reason === 'ending') return errorOf(billingErrors, `subscription.${reason}`);
  return reason !== null && isReason(reason)
    ? errorOf(accountErrors, `plan.${reason}`)
    : errorOf(failures, 'plan.unknown');
};
