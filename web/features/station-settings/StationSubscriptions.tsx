import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Station } from '#contract/api/stations.ts';
import { activeOf } from '#web/features/billing/shared/active-subscriptions.ts';
import { nameOfSubscription } from '#web/features/billing/shared/plan-labels.ts';
import { stationSubscriptionsQuery, useCancelAddOn } from '#web/features/billing/queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';

/** The station's active subscriptions, which prevent its deletion, each with a button to end it for those who may. */
export const StationSubscriptions = ({ station }: { station: Station }) => {
  const scope = { accountKey: station.account_key, stationKey: station.key };
  const { data } = useQuery({ ...stationSubscriptionsQuery(station.key), throwOnError: false });
  const mayCancel = useMay('station.cancelPlan', scope);
  const cancel = useCancelAddOn(scope);
  if (!mayCancel) return <Text size="sm">Only account owners can cancel it.</Text>;
  return activeOf(data).map((subscription) => (
    <Group key={subscription.id} justify="space-between" mt="xs">
      <Text size="sm">
        {nameOfSubscription(subscription)}
        {subscription.provider !== null && ': ends at once, without a refund'}
      </Text>
      <Button
        size="xs"
        color="red"
        variant="light"
        loading={cancel.isPending && cancel.variables.subId === subscription.id}
        onClick={() =>
          cancel.mutate(
            { subId: subscription.id, at: 'now' },
            { onSuccess: () => toastSuccess('Subscription cancelled.') },
          )
        }
      >
        Cancel subscription
      </Button>
    </Group>
  ));
};
