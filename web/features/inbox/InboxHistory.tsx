import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { brand } from '#brand/brand.ts';
import { AlertItem, NotificationItem } from './InboxItems.tsx';
import { pastAlertsQuery, pastNotificationsQuery } from './queries.ts';

/** The alerts of a year that have ended, and the notifications that have, latest first. */
export const InboxHistory = ({ onLeave }: { onLeave: () => void }) => {
  const alerts = useQuery({ ...pastAlertsQuery, enabled: brand.flags.stationAlerts });
  const notifications = useQuery({ ...pastNotificationsQuery, enabled: brand.flags.portalContent });
  if (alerts.isLoading || notifications.isLoading)
    return <Skeleton h={160} m="md" w="auto" role="status" aria-label="Loading" />;
  const now = new Date().toISOString();
  const ended = [
    ...(alerts.data ?? [])
      .filter((alert) => alert.ended !== null)
      .map((alert) => ({ at: alert.began, item: <AlertItem key={alert.id} alert={alert} onLeave={onLeave} /> })),
    ...(notifications.data ?? [])
      .filter(({ until }) => until !== null && until <= now)
      .map((one) => ({ at: one.published, item: <NotificationItem key={one.id} notification={one} /> })),
  ];
  if (ended.length === 0)
    return (
      <Text c="dimmed" ta="center" p="xl">
        {brand.flags.portalContent
          ? 'Alerts and notifications that have ended are listed here.'
          : 'Alerts that have ended are listed here.'}
      </Text>
    );
  return <>{ended.toSorted((one, other) => other.at.localeCompare(one.at)).map(({ item }) => item)}</>;
};
