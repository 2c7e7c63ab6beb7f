import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Station } from '#contract/stations.ts';
import { nameOfPlan } from '#web/features/billing/shared/plan-words.ts';
import { useMay } from '#web/features/session/queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { stationSubscriptionsQuery, useCancelStationSubscription } from '#web/parts/station-settings-queries.ts';

/** What a station is subscribed to, to be cancelled by who may. */
export const StationSubscriptions = ({ station }: { station: Station }) => {
  const { data } = useQuery({ ...stationSubscriptionsQuery(station.key), throwOnError: false });
  const mayCancel = useMay('station.cancelPlan', { accountKey: station.account_key, stationKey: station.key });
  const cancel = useCancelStationSubscription(station.key);
  const active = (data ?? []).filter(({ status }) => ['trialing', 'active', 'past_due'].includes(status));
  if (!mayCancel) return <Text size="sm">The account’s owners cancel it.</Text>;
  return active.map(({ id, plan }) => (
    <Group key={id} justify="space-between" mt="xs">
      <Text size="sm">{nameOfPlan(plan)}</Text>
      <Button
        size="xs"
        color="red"
        variant="light"
        loading={cancel.isPending && cancel.variables === id}
        onClick={() => cancel.mutate(id, { onSuccess: () => announceSuccess('The subscription was cancelled.') })}
      >
        Cancel the subscription
      </Button>
    </Group>
  ));
};
