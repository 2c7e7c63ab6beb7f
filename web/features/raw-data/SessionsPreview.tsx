import { Alert, Badge, Box, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { isFiltered } from '#contract/api/audience-filter.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { rawSorts, type RawSession } from '#contract/api/raw-data.ts';
import { FilterBar } from '#web/features/analytics/shared/FilterBar.tsx';
import { FilterCell } from '#web/features/analytics/shared/FilterCell.tsx';
import { FiltersContext, useFilters } from '#web/features/analytics/shared/use-filters.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { byteSize, longDuration, momentIn } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { previewQuery } from './queries.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import type { RawSearch } from './raw-search.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { useRawSearch } from './use-selected-station.ts';

const size = 25;
/** The preview stops here; the file has all rows. */
const maxRows = 10_000;

type Row = RawSession & { zone: string };
const column = createColumnHelper<Row>();
const columns = [
  column.accessor('started', {
    header: 'Started',
    cell: ({ row: { original } }) => <NoWrap>{momentIn(original.started, original.zone)}</NoWrap>,
  }),
  column.accessor('ended', {
    header: 'Ended',
    meta: { onPhone: 'named', onTablet: 'named' },
    cell: ({ row: { original } }) =>
      original.ended === '' ? (
        <Badge color="green" variant="light" miw="max-content">
          Listening
        </Badge>
      ) : (
        <NoWrap>{momentIn(original.ended, original.zone)}</NoWrap>
      ),
  }),
  column.accessor('seconds', {
    header: 'Listened',
    cell: ({ getValue }) => <NoWrap>{longDuration(getValue())}</NoWrap>,
    meta: { align: 'end', onPhone: 'below' },
  }),
  column.accessor((row) => [row.city, row.country].filter((part) => part !== '').join(', '), {
    id: 'place',
    header: 'Location',
    meta: { onPhone: 'below' },
    cell: ({ getValue, row: { original } }) => (
      <NoWrap>
        <FilterCell dimension="country" value={original.country}>
          {getValue() || 'Unknown'}
        </FilterCell>
      </NoWrap>
    ),
  }),
  column.accessor('device', {
    header: 'Device',
    meta: { onPhone: 'below', onTablet: 'below' },
    cell: ({ getValue }) => (
      <NoWrap>
        <FilterCell dimension="device" value={getValue()}>
          {getValue() || 'Unknown'}
        </FilterCell>
      </NoWrap>
    ),
  }),
  column.accessor('player', {
    header: 'Player',
    meta: { onPhone: 'below', onTablet: 'below' },
    cell: ({ getValue }) => (
      <NoWrap>
        <FilterCell dimension="player" value={getValue()}>
          {getValue() || 'Unknown'}
        </FilterCell>
      </NoWrap>
    ),
  }),
];

type SessionsPreviewProps = { stationKey: StationKey; days: { from_date: string; to_date: string } };

/** The sessions of a period in pages, current listeners and the newest first; searched, filtered and sorted by the server. */
export const SessionsPreview = ({ stationKey, days }: SessionsPreviewProps) => {
  const table = useTableState();
  const { only }: RawSearch = useSearch({ strict: false });
  const filters = useFilters();
  const change = useRawSearch();
  const limit = table.size ?? size;
  const [order] = table.sorting;
  const sort = rawSorts.find((one) => order && one === `${order.desc ? '-' : ''}${order.id}`);
  const isSearched = table.search !== '' || only !== undefined || isFiltered(filters.filter);
  const query = previewQuery(stationKey, days, {
    ...{ limit, offset: (table.page - 1) * limit, search: table.search || undefined, only, sort },
    ...filters.filter,
  });
  const { data, error } = useQuery(query);
  useFailureToast(error);
  if (error && !data) return <Alert color="red">{asApiError(error).text}</Alert>;
  if (!data) return <ScreenSkeleton />;
  if (data.total === 0 && !isSearched) return <NoSessions />;
  const rows = data.entities.map((session) => ({ ...session, zone: data.timezone }));
  return (
    <Surface
      title={sort === undefined && !isSearched ? 'Newest sessions' : 'Sessions'}
      description={`Times in ${data.timezone}. The file above has all sessions of the period.`}
      flush
    >
      {isFiltered(filters.filter) && (
        <Box px="md">
          <FilterBar filter={filters.filter} filters={filters} />
        </Box>
      )}
      <FiltersContext value={filters}>
        <DataTable
          label="Newest sessions"
          columns={columns}
          rows={rows}
          rowId={({ session }) => session}
          table={table}
          server={{ total: Math.min(data.total, maxRows), capped: data.total > maxRows }}
          defaultSize={size}
          csv={false}
          tools={
            <NativeSelect
              aria-label="State"
              value={only ?? ''}
              onChange={({ currentTarget: { value } }) =>
                change({ only: value === '' ? undefined : (value as 'listening' | 'ended'), page: undefined })
              }
              data={[
                { value: '', label: 'All sessions' },
                { value: 'listening', label: 'Listening now' },
                { value: 'ended', label: 'Ended' },
              ]}
            />
          }
          expanded={(row) => <Details row={row} />}
        />
      </FiltersContext>
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
