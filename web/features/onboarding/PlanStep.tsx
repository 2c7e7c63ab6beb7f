import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { planFeaturesQuery, useRequestPlan } from '#web/features/billing/queries.ts';
import { nameOfPlan, trialText } from '#web/features/billing/shared/plan-labels.ts';
import { PlanCards } from '#web/features/billing/shared/PlanCards.tsx';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { OnboardingFrame } from './OnboardingFrame.tsx';

const route = getRouteApi('/shell/onboarding/$accountKey/plan');

/** `/onboarding/{accountKey}/plan`: requests a plan or continues the trial. */
export const PlanStep = () => {
  const { accountKey } = route.useParams();
  const navigate = useNavigate();
  const { data: features } = useSuspenseQuery(planFeaturesQuery(accountKey));
  const request = useRequestPlan(accountKey);
  const trial = trialText(features);
  const skip = (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/onboarding/$accountKey/station" params={{ accountKey }} {...props} />}
    >
      {features.requested ? 'Continue' : features.plan === 'trial' ? 'Continue trial' : 'Skip'}
    </Button>
  );
  return (
    <OnboardingFrame
      step={1}
      title="Choose a plan"
      description={`You are on ${nameOfPlan(features.plan)}${trial === undefined ? '' : `, ${trial.toLowerCase()}`}. You can choose now or later.`}
      actions={skip}
    >
      <PlanCards
        accountKey={accountKey}
        features={features}
        action="Request this plan"
        busy={request.isPending}
        onChoose={(chosen) =>
          request.mutate(chosen, {
            onSuccess: () => {
              toastSuccess(
                'Your trial continues until the request is reviewed.',
                `${nameOfPlan(chosen.plan)} requested`,
              );
              void navigate({ to: '/onboarding/$accountKey/station', params: { accountKey } });
            },
          })
        }
      />
    </OnboardingFrame>
  );
};
