import { IconHeadphones } from '@tabler/icons-react';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { LiveStats } from '#contract/api/live-stats.ts';
import { countryName } from '#web/lib/countries.ts';
import { capital, longDuration } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { outputNames, type Outputs } from './output-columns.ts';

type Session = LiveStats['sessions'][number];
type LiveSessionsProps = { sessions: Session[]; outputs: boolean };

/** The current sessions: location, device, player and duration. */
export const LiveSessions = ({ sessions, outputs }: LiveSessionsProps) => {
  const columns = useMemo(() => (outputs ? [...baseColumns, outputColumn] : baseColumns), [outputs]);
  return (
    <Surface mt="md" title="Listening now" flush>
      <DataTable
        label="Listening now"
        columns={columns}
        rows={sessions}
        rowId={({ id }) => id}
        table={useLocalTableState()}
        defaultSize={10}
        empty={
          <EmptyState icon={<IconHeadphones size={30} />} title="No one is listening right now">
            Put the stream URL on your website or open it in a player. Each listener appears here within a second.
          </EmptyState>
        }
      />
    </Surface>
  );
};

const column = createColumnHelper<Session>();
const baseColumns = [
  column.accessor(({ country }) => countryName(country), {
    id: 'country',
    header: 'Country',
    cell: ({ getValue }) => getValue() || 'Unknown',
  }),
  column.accessor('city', { header: 'City', meta: { onPhone: 'below' } }),
  column.accessor(({ device }) => capital(device), { id: 'device', header: 'Device', meta: { onPhone: 'below' } }),
  column.accessor('player', { header: 'Player', meta: { onPhone: 'below' } }),
  column.accessor('seconds', {
    header: 'Listening for',
    cell: ({ getValue }) => <bdi>{longDuration(getValue())}</bdi>,
    meta: { align: 'end', onPhone: 'below' },
  }),
];
const outputColumn = column.accessor('output', {
  header: 'Output',
  meta: { onPhone: 'below' },
  cell: ({ getValue }) => outputNames[getValue() as keyof Outputs] ?? getValue(),
});
