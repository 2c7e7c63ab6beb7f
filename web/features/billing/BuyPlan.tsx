import { Alert, Button, Group, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { day } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { subscriptionsQuery, useResumeSubscription } from './queries.ts';
import { paidOf } from './shared/active-subscriptions.ts';
import { nameOfPlan } from './shared/plan-labels.ts';
import { PlanCards } from './shared/PlanCards.tsx';
import { PlanPurchase } from './shared/PlanPurchase.tsx';
import { usePlanChoice } from './shared/use-plan-choice.ts';

/** The plans to subscribe to or to change to, with the purchase that the URL has. */
export const BuyPlan = ({ accountKey, features }: { accountKey: AccountKey; features: PlanFeaturesReply }) => {
  const { data: subscriptions } = useSuspenseQuery(subscriptionsQuery(accountKey));
  const paid = paidOf(subscriptions);
  const navigate = useNavigate();
  const resume = useResumeSubscription(accountKey);
  const { isChecking, choose } = usePlanChoice(accountKey, paid);
  return (
    <>
      <PlanPurchase
        accountKey={accountKey}
        features={features}
        onBought={() => void navigate({ to: '/accounts/$accountKey/subscriptions/account', params: { accountKey } })}
      />
      {paid?.cancel_at_period_end === true && paid.current_period_end !== null && (
        <Alert color="yellow" mb="lg" title={`${nameOfPlan(paid.plan)} ends on ${day(paid.current_period_end)}`}>
          <Group justify="space-between" gap="sm">
            <Text size="sm">It is cancelled and will not be renewed.</Text>
            <Button
              size="xs"
              variant="default"
              loading={resume.isPending}
              onClick={() =>
                resume.mutate(paid.id, { onSuccess: () => toastSuccess(`${nameOfPlan(paid.plan)} goes on.`) })
              }
            >
              Keep {nameOfPlan(paid.plan)}
            </Button>
          </Group>
        </Alert>
      )}
      <PlanCards
        accountKey={accountKey}
        features={features}
        kind="buy"
        hasTable
        paid={paid}
        busy={isChecking}
        onChoose={choose}
      />
    </>
  );
};
