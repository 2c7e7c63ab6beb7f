import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { brand } from '#brand/brand.ts';
import { planFeaturesQuery, subscriptionsQuery, useRequestPlan } from '#web/features/billing/queries.ts';
import { paidOf } from '#web/features/billing/shared/active-subscriptions.ts';
import { nameOfPlan, trialText } from '#web/features/billing/shared/plan-labels.ts';
import { PlanCards } from '#web/features/billing/shared/PlanCards.tsx';
import { PlanPurchase } from '#web/features/billing/shared/PlanPurchase.tsx';
import { usePlanChoice } from '#web/features/billing/shared/use-plan-choice.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { OnboardingFrame } from './OnboardingFrame.tsx';

const route = getRouteApi('/shell/onboarding/$accountKey/plan');

/** `/onboarding/{accountKey}/plan`: buys a plan (requests one in brands without payments), or continues the trial. */
export const PlanStep = () => {
  const { accountKey } = route.useParams();
  const { data: features } = useSuspenseQuery(planFeaturesQuery(accountKey));
  const trial = trialText(features);
  const skip = (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/onboarding/$accountKey/station" params={{ accountKey }} {...props} />}
    >
      {features.plan === 'trial' && !features.requested ? 'Continue trial' : 'Continue'}
    </Button>
  );
  const Plans = brand.flags.subscriptions ? BuyPlans : RequestPlans;
  return (
    <OnboardingFrame
      step={1}
      title="Choose a plan"
      description={`You are on ${nameOfPlan(features.plan)}${trial === undefined ? '' : `, ${trial.toLowerCase()}`}. You can choose now or later.`}
      actions={skip}
    >
      <Plans accountKey={accountKey} features={features} />
    </OnboardingFrame>
  );
};

type PlansProps = { accountKey: AccountKey; features: PlanFeaturesReply };

const useNextStep = (accountKey: AccountKey) => {
  const navigate = useNavigate();
  return () => void navigate({ to: '/onboarding/$accountKey/station', params: { accountKey } });
};

const BuyPlans = ({ accountKey, features }: PlansProps) => {
  const { data: subscriptions } = useQuery(subscriptionsQuery(accountKey));
  const paid = paidOf(subscriptions);
  const { isChecking, choose } = usePlanChoice(accountKey, paid);
  return (
    <>
      <PlanPurchase accountKey={accountKey} features={features} onBought={useNextStep(accountKey)} />
      <PlanCards
        accountKey={accountKey}
        features={features}
        kind="buy"
        paid={paid}
        busy={isChecking}
        onChoose={choose}
      />
    </>
  );
};

const RequestPlans = ({ accountKey, features }: PlansProps) => {
  const request = useRequestPlan(accountKey);
  const next = useNextStep(accountKey);
  return (
    <PlanCards
      accountKey={accountKey}
      features={features}
      kind="request"
      busy={request.isPending}
      onChoose={(chosen) =>
        request.mutate(chosen, {
          onSuccess: () => {
            toastSuccess('Your trial continues until the request is reviewed.', `${nameOfPlan(chosen.plan)} requested`);
            next();
          },
        })
      }
    />
  );
};
