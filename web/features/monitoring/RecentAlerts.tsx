import { Badge } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { StationAlert } from '#contract/api/monitoring.ts';
import type { Station } from '#contract/api/station.ts';
import { longDuration, moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { alertsQuery } from './queries.ts';
import { alertLabels } from './shared/alert-labels.ts';

/** A station's recent alerts, including open ones. */
export const RecentAlerts = ({ station }: { station: Station }) => {
  const {
    data: { alerts: rows },
  } = useSuspenseQuery(alertsQuery(station.key));
  const table = useLocalTableState();
  return (
    <Surface flush title="Recent alerts">
      <DataTable
        label="Alerts"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        table={table}
        searchable={false}
        empty={
          <EmptyState icon={<IconBellCheck size={30} />} title="No alerts yet">
            {station.monitoring_settings.link
              ? 'Monitoring is on. Alerts appear here.'
              : 'Monitoring is off. Turn it on to see alerts here.'}
          </EmptyState>
        }
      />
    </Surface>
  );
};

/** Duration of the alert in s, until now for an open one. */
const lengthOf = ({ began, ended }: StationAlert): number =>
  (new Date(ended ?? Date.now()).getTime() - new Date(began).getTime()) / 1000;

const column = createColumnHelper<StationAlert>();
const columns = [
  column.accessor(({ kind }) => alertLabels[kind].name, {
    id: 'kind',
    header: 'Alert',
    cell: ({ row: { original }, getValue }) => (
      <>
        {getValue()}
        {original.count > 1 && ` × ${original.count}`}
      </>
    ),
  }),
  column.accessor('began', { header: 'Started', cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap> }),
  column.accessor(({ ended }) => ended ?? '', {
    id: 'ended',
    header: 'Ended',
    cell: ({ row: { original }, getValue }) => {
      if (original.ended === null) return <Badge color="red">Open</Badge>;
      return original.outcome === 'stopped' ? `${moment(getValue())} (stopped)` : moment(getValue());
    },
  }),
  column.accessor(lengthOf, {
    id: 'length',
    header: 'Duration',
    cell: ({ getValue }) => longDuration(getValue()),
  }),
  column.accessor('letters', { header: 'E-mails' }),
];
