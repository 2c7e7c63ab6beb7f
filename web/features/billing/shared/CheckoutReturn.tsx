import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { refetchPaths } from '#web/lib/endpoint-query.ts';
import { stationSubscriptionsQuery, subscriptionsQuery } from '../queries.ts';
import { activeOf, priceIdOf } from './active-subscriptions.ts';

const pollMs = 1000;
const patienceMs = 30_000;

/** What shows a plan or add-on that was bought. */
const bought = [
  'accounts/{accountKey}',
  'accounts/{accountKey}/planFeatures',
  'accounts/{accountKey}/getSubscriptions',
  'accounts/{accountKey}/canUpdateSubscription',
  'accounts/{accountKey}/billing',
  'accounts/{accountKey}/invoices',
  'accounts/{accountKey}/checklist',
  'stations/*/getSubscriptions',
] as const;

type CheckoutReturnProps = {
  accountKey: AccountKey;
  /** Of an add-on. */
  stationKey?: StationKey;
  /** What was bought. */
  name: string;
  priceId: string;
  onBought: () => void;
};

/** After a payment page: waits until the provider has confirmed the subscription, for 30 s at most. */
export const CheckoutReturn = ({ accountKey, stationKey, name, priceId, onBought }: CheckoutReturnProps) => {
  const [since, setSince] = useState(() => Date.now());
  const isConfirmed = (data: Subscription[] | undefined): boolean =>
    activeOf(data).some((one) => one.provider !== null && priceIdOf(one) === priceId);
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...(stationKey === undefined ? subscriptionsQuery(accountKey) : stationSubscriptionsQuery(stationKey)),
    throwOnError: false,
    refetchInterval: ({ state }) => (isConfirmed(state.data) || Date.now() - since > patienceMs ? false : pollMs),
  });
  const queries = useQueryClient();
  const isDone = isConfirmed(data);
  useEffect(() => {
    if (!isDone) return;
    toastSuccess(`Thank you. You are subscribed to ${name}.`);
    void refetchPaths(queries, bought, { accountKey });
    onBought();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is confirmed
  }, [isDone]);
  if (isDone) return null;
  const isLate = Math.max(dataUpdatedAt, errorUpdatedAt) - since > patienceMs;
  return (
    <Alert
      mb="lg"
      role="status"
      color={isLate ? 'yellow' : 'brand'}
      title={isLate ? 'Your payment is not confirmed yet' : 'Waiting for the confirmation of your payment'}
      icon={isLate ? undefined : <Loader size={18} />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={620}>
          {isLate
            ? `${name} starts as soon as the payment provider confirms the payment. This can take a few minutes. You can leave this page; we’ll e-mail you.`
            : `${name} starts as soon as the payment provider confirms the payment, usually within seconds.`}
        </Text>
        {isLate && (
          <Button size="xs" variant="default" onClick={() => setSince(Date.now())}>
            Check again
          </Button>
        )}
      </Group>
    </Alert>
  );
};
