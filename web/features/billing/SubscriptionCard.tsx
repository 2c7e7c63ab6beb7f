import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Subscription } from '#contract/billing.ts';
import type { AccountKey } from '#contract/keys.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { announceSuccess } from '#web/lib/announce.tsx';
import { count, day } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useCancelSubscription } from './queries.ts';
import { dollars, nameOfPlan, statusName } from './shared/plan-words.ts';

type SubscriptionCardProps = { accountKey: AccountKey; subscription: Subscription };

/** One subscription: plan, state, price, until when; who may cancels it here. */
export const SubscriptionCard = ({ accountKey, subscription }: SubscriptionCardProps) => {
  const cancel = useCancelSubscription(accountKey);
  const [isAsked, setAsked] = useState(false);
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
          <Button variant="default" size="xs" onClick={() => setAsked(true)}>
            Cancel the subscription
          </Button>
        </Can>
      }
    >
      <Text>{priceWords(subscription)}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {quantity > 1 && `${count(quantity, 'station')}. `}
        {end === null ? '' : status === 'trialing' ? `The trial ends on ${day(end)}.` : `Paid until ${day(end)}.`}
        {subscription.promoCode !== null && ` Promo code ${subscription.promoCode}.`}
      </Text>
      <ConfirmDialog
        opened={isAsked}
        title={`Cancel ${nameOfPlan(plan)}?`}
        confirm="Cancel the subscription"
        danger
        busy={cancel.isPending}
        onConfirm={() =>
          cancel.mutate(subscription.id, {
            onSuccess: () => announceSuccess('The subscription was cancelled.'),
            onSettled: () => setAsked(false),
          })
        }
        onClose={() => setAsked(false)}
      >
        It ends at once. What is on the air goes on; nothing new can be added until there is a plan again.
      </ConfirmDialog>
    </Surface>
  );
};

/** What is paid, and how often. */
export const priceWords = ({ items, quantity, status }: Subscription): string => {
  const [item] = items;
  if (!item) return status === 'trialing' ? 'Free while it is tried' : 'Free';
  return `${dollars(item.price.unit_amount * quantity)} a ${item.price.recurring.interval}`;
};
