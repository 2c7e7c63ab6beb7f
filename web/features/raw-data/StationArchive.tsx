import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { analyticsErrors } from '#contract/texts/errors/analytics.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { RawSubscription } from '#contract/api/raw-data.ts';
import type { Station } from '#contract/api/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastWarning } from '#web/lib/toasts.tsx';
import { asApiError } from '#web/lib/api-error.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { day } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { subscriptionQuery, useSubscribe, useUnsubscribe } from './queries.ts';
import { useFailureToast } from './use-failure-toast.ts';

const ArchiveFiles = lazy(() =>
  loadChunk(() => import('./ArchiveFiles.tsx')).then((part) => ({ default: part.ArchiveFiles })),
);

type ArchiveOfProps = { station: Pick<Station, 'key' | 'name'>; accountKey: AccountKey };

/** The archive of a station: its subscription and its monthly files. */
export const StationArchive = ({ station, accountKey }: ArchiveOfProps) => {
  const { data, error } = useQuery({ ...subscriptionQuery(station.key), throwOnError: false });
  const mayChange = useMay('station.manageArchive', { accountKey, stationKey: station.key });
  useFailureToast(error);
  return (
    <Stack gap="md">
      <Surface title="Subscription" actions={data && mayChange && <Change station={station} subscription={data} />}>
        {data ? (
          <SubscriptionText name={station.name} subscription={data} />
        ) : error ? (
          <Text c="var(--mantine-color-error)">{asApiError(error).text}</Text>
        ) : (
          <ScreenSkeleton />
        )}
      </Surface>
      <Suspense fallback={<ScreenSkeleton />}>
        <ArchiveFiles stationKey={station.key} isSubscribed={data?.subscribed ?? false} />
      </Suspense>
    </Stack>
  );
};

const SubscriptionText = ({ name, subscription }: { name: string; subscription: RawSubscription }) => (
  <Text role="status">{subscriptionText(name, subscription)}</Text>
);

const subscriptionText = (name: string, { subscribed, begins, ends, timezone }: RawSubscription): string => {
  const month = `Each file is created when its month ends (time zone: ${timezone}).`;
  if (subscribed && begins !== null)
    return begins > new Date().toISOString().slice(0, 10)
      ? `${name} is subscribed. Access begins on ${day(begins)}. ${month}`
      : `${name} is subscribed. Its sessions are archived since ${day(begins)}. ${month}`;
  if (ends !== null)
    return `The subscription is cancelled. Archiving stops after ${day(ends)}. Existing files are kept.`;
  return `${name} is not subscribed. Access begins the month after you subscribe; earlier sessions are not archived.`;
};

const Change = ({ station, subscription }: { station: ArchiveOfProps['station']; subscription: RawSubscription }) => {
  const [isAsking, setAsking] = useState(false);
  const subscribe = useSubscribe(station.key);
  const unsubscribe = useUnsubscribe(station.key);
  if (!subscription.subscribed)
    return (
      <Button
        leftSection={<IconArchive size={18} aria-hidden />}
        loading={subscribe.isPending}
        onClick={() => subscribe.mutate()}
      >
        Subscribe
      </Button>
    );
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Cancel subscription?"
        confirm="Cancel subscription"
        busy={unsubscribe.isPending}
        onConfirm={() => unsubscribe.mutate(undefined, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        Archiving stops next month. Existing files are kept.
      </ConfirmDialog>
    </>
  );
};

/** The archive while no station is selected; subscribing asks for one (spec §5). */
export const ArchiveWithoutStation = () => (
  <Surface
    title="Subscription"
    actions={
      <Button
        leftSection={<IconArchive size={18} aria-hidden />}
        onClick={() =>
          toastWarning(
            errorOf(analyticsErrors, 'raw.noStation').title,
            errorOf(analyticsErrors, 'raw.noStation').message,
          )
        }
      >
        Subscribe
      </Button>
    }
  >
    <Group>
      <Text>Archives are per station. Select a station to see its files or to subscribe.</Text>
    </Group>
  </Surface>
);
