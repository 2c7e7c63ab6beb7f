import { lazy, Suspense } from 'react';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { offeredPlans, planOfPrice } from '#contract/rules/plans.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { CheckoutReturn } from './CheckoutReturn.tsx';
import { nameOfPlan } from './plan-labels.ts';
import { usePurchase } from './use-purchase.ts';

const PurchaseDrawer = lazy(() =>
  loadChunk(() => import('./PurchaseDrawer.tsx')).then((part) => ({ default: part.PurchaseDrawer })),
);

type PlanPurchaseProps = { accountKey: AccountKey; features: PlanFeaturesReply; onBought?: () => void };

/** The purchase of a plan as the URL has it: the drawer, or after a payment page the wait for the subscription. */
export const PlanPurchase = ({ accountKey, features, onBought }: PlanPurchaseProps) => {
  const { search, close } = usePurchase();
  const chosen = search.buy === undefined ? undefined : planOfPrice(search.buy);
  if (!chosen || !offeredPlans.some((plan) => plan === chosen.plan.id)) return null;
  if (search.checkout === 'done')
    return (
      <CheckoutReturn
        accountKey={accountKey}
        name={nameOfPlan(chosen.plan.id)}
        priceId={chosen.price.id}
        onBought={() => {
          close();
          onBought?.();
        }}
      />
    );
  return (
    <Suspense>
      <PurchaseDrawer
        accountKey={accountKey}
        features={features}
        plan={chosen.plan}
        price={chosen.price}
        onBought={() => onBought?.()}
      />
    </Suspense>
  );
};
