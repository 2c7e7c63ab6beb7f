import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Station } from '#contract/api/station.ts';
import { moment } from '#web/lib/format.ts';
import { alertsQuery } from '../queries.ts';
import { alertLabels } from './alert-labels.ts';

/** The open alerts of a monitored station; renders nothing if there are none. */
export const OpenAlerts = ({ station }: { station: Station }) => {
  const isMonitored = station.monitoring_settings.link;
  const { data } = useQuery({ ...alertsQuery(station.key), enabled: isMonitored, throwOnError: false });
  const open = isMonitored ? (data?.alerts ?? []).filter(({ ended }) => ended === null) : [];
  if (open.length === 0) return null;
  return (
    <Alert color="red" mt="md" icon={<IconAlertTriangle size={20} />} title="This station needs attention" role="alert">
      {open.map(({ id, kind, began, count }) => (
        <Text size="sm" key={id}>
          {alertLabels[kind].name} since {moment(began)}
          {count > 1 && `, ${count} times`}
        </Text>
      ))}
    </Alert>
  );
};
