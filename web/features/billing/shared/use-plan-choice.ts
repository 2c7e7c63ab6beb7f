import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { plans } from '#contract/rules/plans.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { toastFailure } from '#web/lib/toasts.tsx';
import { chargeQuery } from '../queries.ts';
import { planRefusalError } from './plan-refusals.ts';
import type { ChosenPlan } from './PlanCards.tsx';
import { usePurchase } from './use-purchase.ts';

/**
 * Opens the purchase of a plan if the account may have it, otherwise shows why not (spec §8). A first purchase needs no card on file:
 * it is entered on the payment page.
 */
export const usePlanChoice = (accountKey: AccountKey, paid: Subscription | undefined) => {
  const queries = useQueryClient();
  const { change } = usePurchase();
  const [isChecking, setChecking] = useState(false);
  const choose = async ({ plan, interval, quantity }: ChosenPlan, code: string | undefined): Promise<void> => {
    const price = plans[plan].prices.find((one) => one.interval === interval);
    if (!price) return;
    setChecking(true);
    try {
      const { updateAllowed, reason } = await queries.fetchQuery({
        ...chargeQuery(accountKey, { priceId: price.id, quantity, code: undefined }),
        staleTime: 0,
      });
      if (!updateAllowed && !(reason === 'noPaymentMethod' && paid === undefined)) throw planRefusalError(reason);
      change({ buy: price.id, stations: plans[plan].perStation ? quantity : undefined, code, checkout: undefined });
    } catch (cause) {
      toastFailure(cause);
    } finally {
      setChecking(false);
    }
  };
  return {
    isChecking,
    choose: (chosen: ChosenPlan, code: string | undefined) => void choose(chosen, code),
  };
};
