import { Alert, Badge, SimpleGrid, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { StationKey } from '#contract/keys.ts';
import { metrics } from '#contract/metrics.ts';
import type { RawSession } from '#contract/raw-data.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { byteSize, longDuration, momentIn } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { previewQuery } from './queries.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useFailureToast } from './use-failure-toast.ts';

const size = 25;
/** The preview stops here; the file has all rows. */
const maxRows = 10_000;

type Row = RawSession & { zone: string };
const column = createColumnHelper<Row>();
const columns = [
  column.accessor('started', {
    header: 'Started',
    cell: ({ row: { original } }) => <NoWrap>{momentIn(original.started, original.zone)}</NoWrap>,
    enableSorting: false,
  }),
  column.accessor('ended', {
    header: 'Ended',
    cell: ({ row: { original } }) =>
      original.ended === '' ? (
        <Badge color="green" variant="light" miw="max-content">
          Listening
        </Badge>
      ) : (
        <NoWrap>{momentIn(original.ended, original.zone)}</NoWrap>
      ),
    enableSorting: false,
  }),
  column.accessor('seconds', {
    header: 'Listened',
    cell: ({ getValue }) => <NoWrap>{longDuration(getValue())}</NoWrap>,
    enableSorting: false,
    meta: { align: 'end' },
  }),
  column.accessor((row) => [row.city, row.country].filter((part) => part !== '').join(', '), {
    id: 'place',
    header: 'Location',
    cell: ({ getValue }) => <NoWrap>{getValue() || 'Unknown'}</NoWrap>,
    enableSorting: false,
  }),
  column.accessor('device', {
    header: 'Device',
    cell: ({ getValue }) => <NoWrap>{getValue()}</NoWrap>,
    enableSorting: false,
  }),
  column.accessor('player', {
    header: 'Player',
    cell: ({ getValue }) => <NoWrap>{getValue()}</NoWrap>,
    enableSorting: false,
  }),
];

type SessionsPreviewProps = { stationKey: StationKey; days: { from_date: string; to_date: string } };

/** The newest sessions of a period in pages, current listeners first. */
export const SessionsPreview = ({ stationKey, days }: SessionsPreviewProps) => {
  const table = useLocalTableState();
  const limit = table.size ?? size;
  const query = previewQuery(stationKey, days, { limit, offset: (table.page - 1) * limit });
  const { data, error } = useQuery(query);
  useFailureToast(error);
  if (error && !data) return <Alert color="red">{asApiError(error).text}</Alert>;
  if (!data) return <ScreenSkeleton />;
  if (data.total === 0) return <NoSessions />;
  const rows = data.entities.map((session) => ({ ...session, zone: data.timezone }));
  return (
    <Surface title="Newest sessions" description={`Preview of the file (times in ${data.timezone})`} flush>
      <DataTable
        label="Newest sessions"
        columns={columns}
        rows={rows}
        rowId={({ session }) => session}
        table={table}
        server={{ total: Math.min(data.total, maxRows), capped: data.total > maxRows }}
        defaultSize={size}
        searchable={false}
        csv={false}
        expanded={(row) => <Details row={row} />}
      />
    </Surface>
  );
};

const NoSessions = () => (
  <Surface>
    <EmptyState icon={<IconUsers size={30} />} title="No sessions in this period">
      Each listener session is one row here and in the file, with its times, location and device. New sessions appear
      within seconds.
    </EmptyState>
  </Surface>
);

const details = ['system', 'region', 'output', 'referrer', 'listener', 'session'] as const;

const Details = ({ row }: { row: Row }) => (
  <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} p="sm" spacing="sm">
    <Detail name={metrics.raw_bytes.label} value={byteSize(row.bytes)} />
    {details.map((name) => (
      <Detail key={name} name={metrics[`raw_${name}`].label} value={row[name]} />
    ))}
  </SimpleGrid>
);

const Detail = ({ name, value }: { name: string; value: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      <bdi>{value === '' ? '–' : value}</bdi>
    </Text>
  </div>
);
