import { Button } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import { day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { overviewQuery, planFeaturesQuery, subscriptionsQuery } from './queries.ts';
import { isShown } from './shared/active-subscriptions.ts';
import { UsageMeters } from './shared/UsageMeters.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `…/subscriptions/account`: the account's plan, what it is charged next, and its limits. */
export const SubscriptionScreen = () => {
  const { accountKey } = route.useParams();
  const { data } = useSuspenseQuery(subscriptionsQuery(accountKey));
  const { data: features } = useSuspenseQuery(planFeaturesQuery(accountKey));
  const { data: overview } = useQuery({ ...overviewQuery(accountKey), throwOnError: false });
  const shown = data.filter(isShown);
  if (shown.length === 0)
    return (
      <Surface>
        <EmptyState
          icon={<IconCreditCard size={30} />}
          title="No subscription"
          action={<ChoosePlan accountKey={accountKey} />}
        >
          {features.held
            ? 'Your stations are off the air. Choose a plan to put them back on the air.'
            : features.graceEnds !== null
              ? `Your stations go off the air on ${day(features.graceEnds)}. Choose a plan to stay on the air.`
              : 'Your stations stay on the air. Choose a plan to add stations and tracks again.'}
        </EmptyState>
      </Surface>
    );
  return (
    <>
      {shown.map((subscription) => (
        <SubscriptionCard
          key={subscription.id}
          accountKey={accountKey}
          subscription={subscription}
          overview={overview}
        />
      ))}
      <Surface title="Usage">
        <UsageMeters features={features} />
      </Surface>
    </>
  );
};

const ChoosePlan = ({ accountKey }: { accountKey: AccountKey }) => (
  <Button
    variant="light"
    renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
  >
    Choose a plan
  </Button>
);
