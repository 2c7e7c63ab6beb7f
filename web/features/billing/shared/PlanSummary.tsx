import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { brand } from '#brand/brand.ts';
import { day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { planFeaturesQuery } from '../queries.ts';
import { intervalName, nameOfPlan, statusName, trialText } from './plan-labels.ts';
import { UsageMeters } from './UsageMeters.tsx';
import { usePaidPlan } from './use-paid-plan.ts';

const noPlanText = ({ held, graceEnds }: PlanFeaturesReply): string => {
  if (held) return 'The stations are off the air until you choose a plan. Everything is still there.';
  if (graceEnds !== null) return `Stations go off the air on ${day(graceEnds)}, and nothing new can be added.`;
  return 'Stations stay on the air, but nothing new can be added.';
};

/** The plan of an account at a glance: name, end or renewal date, and usage. */
export const PlanSummary = ({ accountKey }: { accountKey: AccountKey }) => {
  const { data: features } = useQuery({ ...planFeaturesQuery(accountKey), throwOnError: false });
  const paid = usePaidPlan(accountKey, { enabled: features?.status === 'active' });
  if (!features) return null;
  const { plan, status, interval, ends, requested } = features;
  const isPaid = status === 'active' && interval !== null && plan !== 'legacy';
  const until =
    ends === null
      ? ''
      : status === 'trialing'
        ? `, until ${day(ends)}`
        : `, ${paid?.cancel_at_period_end ? 'ends' : 'renews'} on ${day(ends)}`;
  return (
    <Surface
      title={
        <Group gap="xs" component="span">
          Plan: {nameOfPlan(plan)}
          {status && status !== 'active' && plan !== 'trial' && (
            <Badge color={status === 'past_due' ? 'red' : 'yellow'}>{statusName[status]}</Badge>
          )}
          {features.legacySubscription && <Badge color="gray">Legacy</Badge>}
        </Group>
      }
      description={
        trialText(features) !== undefined
          ? `${trialText(features)}${until}.`
          : isPaid
            ? `Billed ${intervalName[interval]}${until}.`
            : plan === 'none'
              ? noPlanText(features)
              : undefined
      }
      actions={
        <Group gap="xs">
          {brand.flags.subscriptions && (
            <Button
              variant="subtle"
              size="xs"
              renderRoot={(props) => (
                <Link to="/accounts/$accountKey/subscriptions/account" params={{ accountKey }} {...props} />
              )}
            >
              Subscriptions
            </Button>
          )}
          <Button
            variant="light"
            size="xs"
            renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
          >
            {plan === 'trial' || plan === 'none' ? 'Choose a plan' : 'Change plan'}
          </Button>
        </Group>
      }
    >
      <UsageMeters features={features} />
      {requested && (
        <Text size="sm" mt="md">
          {nameOfPlan(requested.plan)} ({intervalName[requested.interval]}) requested. We’ll e-mail you.
        </Text>
      )}
    </Surface>
  );
};
