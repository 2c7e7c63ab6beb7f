import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Station } from '#contract/stations.ts';
import { nameOfPlan } from '#web/features/billing/shared/plan-labels.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { stationSubscriptionsQuery, useCancelStationSubscription } from '#web/parts/station-settings-queries.ts';

/** The station's active subscriptions, each with a cancel button for those who may use it. */
export const StationSubscriptions = ({ station }: { station: Station }) => {
  const { data } = useQuery({ ...stationSubscriptionsQuery(station.key), throwOnError: false });
  const mayCancel = useMay('station.cancelPlan', { accountKey: station.account_key, stationKey: station.key });
  const cancel = useCancelStationSubscription(station.key);
  const active = (data ?? []).filter(({ status }) => ['trialing', 'active', 'past_due'].includes(status));
  if (!mayCancel) return <Text size="sm">Only account owners can cancel it.</Text>;
  return active.map(({ id, plan }) => (
    <Group key={id} justify="space-between" mt="xs">
      <Text size="sm">{nameOfPlan(plan)}</Text>
      <Button
        size="xs"
        color="red"
        variant="light"
        loading={cancel.isPending && cancel.variables === id}
        onClick={() => cancel.mutate(id, { onSuccess: () => toastSuccess('Subscription cancelled.') })}
      >
        Cancel subscription
      </Button>
    </Group>
  ));
};
