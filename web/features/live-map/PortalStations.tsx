import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import type { LiveStation } from './queries.ts';

/** The stations with the most listeners right now. */
export const PortalStations = ({ stations }: { stations: LiveStation[] }) => (
  <Surface mt="md" title="Top stations now" flush>
    <DataTable
      label="Top stations now"
      columns={columns}
      rows={stations.filter(({ listeners }) => listeners > 0)}
      rowId={({ key }) => key}
      table={useLocalTableState()}
      empty={
        <Text c="dimmed" px="md" pb="md">
          No listeners right now.
        </Text>
      }
    />
  </Surface>
);

const column = createColumnHelper<LiveStation>();
const columns = [
  column.accessor('name', {
    header: 'Station',
    cell: ({ row: { original } }) => (
      <Anchor
        renderRoot={(props) => (
          <Link to={`/accounts/${original.account_key}/stations/${original.key}/analytics/live` as '/'} {...props} />
        )}
      >
        {original.name}
      </Anchor>
    ),
  }),
  column.accessor('listeners', { header: 'Listeners', meta: { align: 'end' } }),
];
