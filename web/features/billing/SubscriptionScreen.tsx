import { Button } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/keys.ts';
import { activeStatuses } from '#contract/plans.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { planFeaturesQuery, subscriptionsQuery } from './queries.ts';
import { UsageMeters } from './shared/UsageMeters.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `…/subscriptions/account`: the active subscriptions (spec §4) and their limits. */
export const SubscriptionScreen = () => {
  const { accountKey } = route.useParams();
  const { data } = useSuspenseQuery(subscriptionsQuery(accountKey));
  const { data: features } = useSuspenseQuery(planFeaturesQuery(accountKey));
  const active = data.filter(({ status }) => (activeStatuses as readonly string[]).includes(status));
  if (active.length === 0)
    return (
      <Surface>
        <EmptyState
          icon={<IconCreditCard size={30} />}
          title="No subscription"
          action={<ChangePlan accountKey={accountKey} />}
        >
          Your stations stay on the air. Choose a plan to add stations and tracks again.
        </EmptyState>
      </Surface>
    );
  return (
    <>
      {active.map((subscription) => (
        <SubscriptionCard key={subscription.id} accountKey={accountKey} subscription={subscription} />
      ))}
      <Surface title="Usage" actions={<ChangePlan accountKey={accountKey} />}>
        <UsageMeters features={features} />
      </Surface>
    </>
  );
};

const ChangePlan = ({ accountKey }: { accountKey: AccountKey }) => (
  <Button
    variant="light"
    renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
  >
    See plans
  </Button>
);
