import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { PortalRequest } from '#contract/api/telephony-admin.ts';
import { lineStatuses, type LineStatus } from '#contract/api/telephony.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { countryName } from '#web/lib/countries.ts';
import { moment } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { HiddenHeader } from '#web/ui/table/HiddenHeader.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { phoneRequestsQuery } from './portal-queries.ts';
import classes from './Telephony.module.css';

const route = getRouteApi('/shell/portal/ctl/requests');
const pageSize = 10;

const DecideDialog = lazy(() =>
  loadChunk(() => import('./DecideDialog.tsx')).then((part) => ({ default: part.DecideDialog })),
);

/** `/portal/ctl/requests`: stations that ask for a phone number; those that wait first. */
export const PhoneRequestsScreen = () => {
  const { only } = route.useSearch();
  const navigate = useNavigate();
  const table = useTableState();
  const size = table.size ?? pageSize;
  const { data, error } = useQuery(phoneRequestsQuery({ page: table.page - 1, size, status: only }));
  const [decided, setDecided] = useState<PortalRequest>();
  const columns = useMemo(() => columnsWith(setDecided), []);
  if (error && !data) throw error;
  return (
    <>
      <Surface flush title="Requests" description="Waiting ones first, the oldest on top">
        {!data ? (
          <ScreenSkeleton />
        ) : (
          <DataTable
            label="Requests"
            columns={columns}
            rows={data.entities}
            rowId={({ station }) => station.key}
            table={table}
            defaultSize={pageSize}
            server={{ total: data.total, capped: data.capped }}
            searchable={false}
            tools={
              (data.total > 0 || only !== undefined) && (
                <NativeSelect
                  aria-label="Status"
                  value={only ?? ''}
                  onChange={({ currentTarget }) =>
                    void navigate({
                      to: '.',
                      search: ((from: object) => ({
                        ...from,
                        only: currentTarget.value || undefined,
                        page: undefined,
                      })) as never,
                      replace: true,
                      resetScroll: false,
                    })
                  }
                  data={[
                    { value: '', label: 'All' },
                    ...lineStatuses.map((status) => ({ value: status, label: statuses[status][0] })),
                  ]}
                />
              )
            }
            empty={
              <EmptyState icon={<IconMailForward size={30} />} title="No requests">
                Requests appear here when stations ask for a phone number and none is given at once.
              </EmptyState>
            }
          />
        )}
      </Surface>
      <Suspense>{decided && <DecideDialog request={decided} onClose={() => setDecided(undefined)} />}</Suspense>
    </>
  );
};

const statuses: Record<LineStatus, readonly [label: string, color: string]> = {
  request_pending: ['Waiting', 'yellow'],
  enabled: ['Given', 'green'],
  refused: ['Refused', 'gray'],
};

const column = createColumnHelper<PortalRequest>();
const columnsWith = (onDecide: (request: PortalRequest) => void) => [
  column.accessor(({ station }) => station.name, {
    id: 'station',
    header: 'Station',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        <Link
          to="/accounts/$accountKey/stations/$stationKey/ctl"
          params={{ accountKey: original.station.account as AccountKey, stationKey: original.station.key }}
        >
          <bdi>{original.station.name}</bdi>
        </Link>
        <Text size="sm" c="dimmed">
          <bdi>{original.company}</bdi>
        </Text>
      </>
    ),
  }),
  column.accessor(({ status }) => statuses[status][0], {
    id: 'status',
    header: 'Status',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Badge color={statuses[original.status][1]} variant="light" miw="max-content">
        {statuses[original.status][0]}
      </Badge>
    ),
  }),
  column.accessor(({ country }) => (country === '' ? 'Any' : countryName(country)), {
    id: 'country',
    header: 'Wants',
    enableSorting: false,
    cell: ({ getValue, row: { original } }) => (
      <>
        {getValue()}
        {[original.note, original.reason].filter(Boolean).map((words) => (
          <Text key={words} size="sm" c="dimmed" className={classes.note}>
            {words}
          </Text>
        ))}
      </>
    ),
  }),
  column.accessor('requested', {
    header: 'Asked',
    enableSorting: false,
    cell: ({ getValue, row: { original } }) => (
      <>
        <NoWrap>{moment(getValue())}</NoWrap>
        <Text size="sm" c="dimmed">
          <bdi>{original.requested_by}</bdi>
        </Text>
      </>
    ),
  }),
  column.display({
    id: 'decide',
    header: () => <HiddenHeader>Decision</HiddenHeader>,
    meta: { align: 'end' },
    cell: ({ row: { original } }) =>
      original.status === 'request_pending' ? (
        <Button size="xs" onClick={() => onDecide(original)}>
          Decide
        </Button>
      ) : (
        <Group gap={4} justify="flex-end">
          {original.numbers.map((did) => (
            <NoWrap key={did}>
              <bdi dir="ltr">{did}</bdi>
            </NoWrap>
          ))}
        </Group>
      ),
  }),
];
