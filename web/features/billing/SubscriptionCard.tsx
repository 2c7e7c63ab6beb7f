import { Badge, Button, Group, Text, type MantineColor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import type { Subscription, SubscriptionStatus } from '#contract/api/subscription.ts';
import { useMay } from '#web/features/session/queries.ts';
import { day } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useCancelSubscription, useResumeSubscription } from './queries.ts';
import { CancelDialog } from './shared/CancelDialog.tsx';
import { nameOfPlan, statusName } from './shared/plan-labels.ts';
import { ApplyPromoCode } from './ApplyPromoCode.tsx';
import { PendingPayment } from './PendingPayment.tsx';
import { detailsOf, priceText } from './subscription-texts.ts';

type SubscriptionCardProps = {
  accountKey: AccountKey;
  subscription: Subscription;
  overview: BillingOverview | undefined;
};

/** A subscription: plan, state, price, what is charged next, what waits for a payment; and buttons to cancel or resume it. */
export const SubscriptionCard = ({ accountKey, subscription, overview }: SubscriptionCardProps) => {
  const mayCancel = useMay('account.cancelPlan', { accountKey });
  const mayBuy = useMay('account.buyPlan', { accountKey });
  const cancel = useCancelSubscription(accountKey);
  const resume = useResumeSubscription(accountKey);
  const [isConfirming, setConfirming] = useState(false);
  const { plan, status, legacySubscription, provider, cancel_at_period_end: isEnding } = subscription;
  const name = nameOfPlan(plan);
  return (
    <Surface
      mb="md"
      title={
        <Group gap="xs" component="span">
          {name}
          {plan !== 'trial' && !isEnding && <Badge color={statusColors[status]}>{statusName[status]}</Badge>}
          {isEnding && <Badge color="yellow">Cancelled</Badge>}
          {legacySubscription && <Badge color="gray">Legacy</Badge>}
        </Group>
      }
      description={`Since ${day(subscription.created)}`}
      actions={
        <Group gap="xs">
          {isEnding && mayBuy && (
            <Button
              size="xs"
              loading={resume.isPending}
              onClick={() => resume.mutate(subscription.id, { onSuccess: () => toastSuccess(`${name} goes on.`) })}
            >
              Keep {name}
            </Button>
          )}
          {!isEnding && (
            <Button
              variant="light"
              size="xs"
              renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
            >
              {plan === 'trial' ? 'Choose a plan' : 'Change plan'}
            </Button>
          )}
          {mayCancel && (
            <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
              {isEnding ? 'End now' : 'Cancel subscription'}
            </Button>
          )}
        </Group>
      }
    >
      <Text>
        <bdi>{priceText(subscription)}</bdi>
      </Text>
      <Text size="sm" c="dimmed" mt={4}>
        <bdi>{detailsOf(subscription, overview)}</bdi>
      </Text>
      {provider !== null && <PendingPayment accountKey={accountKey} subscription={subscription} overview={overview} />}
      {provider !== null && mayBuy && !isEnding && subscription.discount === null && (
        <ApplyPromoCode accountKey={accountKey} subscription={subscription} />
      )}
      <CancelDialog
        opened={isConfirming}
        subscription={subscription}
        name={name}
        effect={
          provider === null
            ? 'Stations stay on the air for now, but nothing new can be added until you choose a plan.'
            : 'After its end nothing new can be added, and your stations may go off the air some days later, unless you choose a plan. We’ll e-mail you the day.'
        }
        busy={cancel.isPending}
        onConfirm={(choice) =>
          cancel.mutate(
            { subId: subscription.id, ...choice },
            {
              onSuccess: ({ cancel_at_period_end: ends, current_period_end: end }) =>
                toastSuccess(ends && end !== null ? `${name} ends on ${day(end)}.` : 'Subscription cancelled.'),
              onSettled: () => setConfirming(false),
            },
          )
        }
        onClose={() => setConfirming(false)}
      />
    </Surface>
  );
};

const statusColors: Record<SubscriptionStatus, MantineColor> = {
  trialing: 'yellow',
  active: 'green',
  past_due: 'red',
  incomplete: 'yellow',
  incomplete_expired: 'gray',
  unpaid: 'red',
  paused: 'gray',
  canceled: 'gray',
};
