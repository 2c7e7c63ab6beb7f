import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { FinanceOverview, RevenueImpression } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { countryName } from '#web/lib/countries.ts';
import { momentIn } from '#web/lib/format.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import type { Days } from './frames.ts';
import { exact } from './money-texts.ts';
import { impressionsQuery } from './queries.ts';

const pageSize = 50;

type ImpressionsProps = {
  accountKey: AccountKey;
  overview: FinanceOverview;
  days: Days;
  campaign: string;
  station: string;
  heardIn: string;
};

/** The impressions of a break or an episode: when and where each was heard, with what, and what it earned. */
export const Impressions = ({ accountKey, overview, days, campaign, station, heardIn }: ImpressionsProps) => {
  const table = useTableState();
  const limit = table.size ?? pageSize;
  const page = { limit, offset: (table.page - 1) * limit };
  const query = { ...days, ...page, campaign, station, break: heardIn };
  const { data, error, isPlaceholderData } = useQuery(impressionsQuery(accountKey, query));
  const columns = useMemo(() => columnsOf(overview.timezone), [overview.timezone]);
  if (error && !data) throw error;
  if (!data) return <ScreenSkeleton />;
  return (
    <StaleOverlay isOld={isPlaceholderData}>
      <Surface
        title="Impressions"
        description="Each is one listener who could hear the spot from its beginning. Listeners are not identified."
        flush
      >
        <DataTable
          label="Impressions"
          columns={columns}
          rows={data.entities}
          rowId={({ at, session, country, city }) => `${at} ${session} ${country} ${city}`}
          table={table}
          defaultSize={pageSize}
          server={{ total: data.total, capped: data.capped }}
          searchable={false}
          empty={
            <Text size="sm" c="dimmed" p="md">
              Single impressions of these days are no longer stored.
            </Text>
          }
        />
      </Surface>
    </StaleOverlay>
  );
};

const column = createColumnHelper<RevenueImpression>();

const columnsOf = (timezone: string) => [
  column.accessor('at', {
    header: 'Heard',
    enableSorting: false,
    cell: ({ getValue }) => <NoWrap>{momentIn(getValue(), timezone)}</NoWrap>,
  }),
  column.accessor(({ country, region, city }) => [city, region, countryName(country)].filter(Boolean).join(', '), {
    id: 'place',
    header: 'Place',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ getValue }) => <bdi>{getValue() || 'Unknown'}</bdi>,
  }),
  column.accessor(({ player, device }) => [player, device].filter(Boolean).join(', '), {
    id: 'player',
    header: 'Player',
    enableSorting: false,
    meta: { onPhone: 'below' },
  }),
  column.accessor(({ revenue, value, isOwn }) => (isOwn ? value : revenue), {
    id: 'revenue',
    header: 'Revenue',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ row: { original }, getValue }) => (
      <>
        <NoWrap>{exact(getValue(), original.currency)}</NoWrap> {original.isOwn && <Badge color="gray">Own</Badge>}
      </>
    ),
  }),
];
