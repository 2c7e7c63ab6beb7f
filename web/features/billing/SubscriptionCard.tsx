import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Subscription } from '#contract/subscription.ts';
import type { AccountKey } from '#contract/keys.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count, day } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useCancelSubscription } from './queries.ts';
import { dollars, nameOfPlan, statusName } from './shared/plan-labels.ts';

type SubscriptionCardProps = { accountKey: AccountKey; subscription: Subscription };

/** One subscription: plan, state, price and end, with a button to cancel it for those who may. */
export const SubscriptionCard = ({ accountKey, subscription }: SubscriptionCardProps) => {
  const cancel = useCancelSubscription(accountKey);
  const [isConfirming, setConfirming] = useState(false);
  const { plan, status, quantity, current_period_end: end, legacySubscription } = subscription;
  return (
    <Surface
      mb="md"
      title={
        <Group gap="xs" component="span">
          {nameOfPlan(plan)}
          {plan !== 'trial' && (
            <Badge color={status === 'past_due' ? 'red' : status === 'trialing' ? 'yellow' : 'green'}>
              {statusName[status]}
            </Badge>
          )}
          {legacySubscription && <Badge color="gray">Legacy</Badge>}
        </Group>
      }
      description={`Since ${day(subscription.created)}`}
      actions={
        <Can action="account.cancelPlan" accountKey={accountKey}>
          <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
            Cancel subscription
          </Button>
        </Can>
      }
    >
      <Text>{priceText(subscription)}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {quantity > 1 && `${count(quantity, 'station')}. `}
        {end === null ? '' : status === 'trialing' ? `The trial ends on ${day(end)}.` : `Paid until ${day(end)}.`}
        {subscription.promoCode !== null && ` Promo code ${subscription.promoCode}.`}
      </Text>
      <ConfirmDialog
        opened={isConfirming}
        title={`Cancel ${nameOfPlan(plan)}?`}
        confirm="Cancel subscription"
        danger
        busy={cancel.isPending}
        onConfirm={() =>
          cancel.mutate(subscription.id, {
            onSuccess: () => toastSuccess('Subscription cancelled.'),
            onSettled: () => setConfirming(false),
          })
        }
        onClose={() => setConfirming(false)}
      >
        Ends immediately. Stations stay on the air, but nothing new can be added until you choose a plan.
      </ConfirmDialog>
    </Surface>
  );
};

/** The price and billing interval of a subscription. */
export const priceText = ({ items, quantity, status }: Subscription): string => {
  const [item] = items;
  if (!item) return status === 'trialing' ? 'Free trial' : 'Free';
  return `${dollars(item.price.unit_amount * quantity)} per ${item.price.recurring.interval}`;
};
