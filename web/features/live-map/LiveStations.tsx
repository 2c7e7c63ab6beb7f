import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { Sparkline } from '#web/ui/chart/Sparkline.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';

type Row = { key: string; name: string; listeners: number; hour: number[]; href: string };

/** The stations of an account with their current listeners and a sparkline of the last hour. */
export const LiveStations = ({ rows }: { rows: Row[] }) => (
  <Surface mt="md" title="Stations" flush>
    <DataTable
      label="Stations and listeners"
      columns={columns}
      rows={rows}
      rowId={({ key }) => key}
      table={useLocalTableState()}
      defaultSize={10}
      searchable={rows.length > 10}
    />
  </Surface>
);

const column = createColumnHelper<Row>();
const columns = [
  column.accessor('name', {
    header: 'Station',
    cell: ({ row: { original } }) => (
      <Anchor renderRoot={(props) => <Link to={original.href as '/'} {...props} />}>{original.name}</Anchor>
    ),
  }),
  column.accessor(({ hour }) => Math.max(...hour), {
    id: 'hour',
    header: 'Last hour',
    cell: ({ row: { original } }) => (
      <Sparkline
        label={`Last hour of ${original.name}: ${original.listeners} now, ${Math.max(0, ...original.hour)} peak`}
        values={original.hour}
      />
    ),
  }),
  column.accessor('listeners', { header: 'Listeners', meta: { align: 'end' } }),
];
