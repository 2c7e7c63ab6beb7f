import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { plans, type Plan, type Price } from '#contract/rules/plans.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { overviewQuery, subscriptionsQuery } from '../queries.ts';
import { paidOf } from './active-subscriptions.ts';
import { nameOfPlan } from './plan-labels.ts';
import { PurchaseForm } from './PurchaseForm.tsx';
import { usePurchase } from './use-purchase.ts';

type PurchaseDrawerProps = {
  accountKey: AccountKey;
  features: PlanFeaturesReply;
  plan: Plan;
  price: Price;
  onBought: () => void;
};

/** What a plan costs now and later, and the button that buys it; opened by the URL. */
export const PurchaseDrawer = ({ accountKey, features, plan, price, onBought }: PurchaseDrawerProps) => {
  const { search, close } = usePurchase();
  const { data: overview } = useQuery(overviewQuery(accountKey));
  const { data: subscriptions } = useQuery(subscriptionsQuery(accountKey));
  const paid = paidOf(subscriptions);
  const quantity = plans[plan.id].perStation ? (search.stations ?? Math.max(1, features.usage.stations)) : 1;
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="md"
      title={`${paid ? 'Change to' : 'Subscribe to'} ${nameOfPlan(plan.id)}`}
    >
      {overview && subscriptions ? (
        <PurchaseForm
          accountKey={accountKey}
          features={features}
          overview={overview}
          paid={paid}
          plan={plan}
          price={price}
          quantity={quantity}
          onBought={onBought}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </Drawer>
  );
};
