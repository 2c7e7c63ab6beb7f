import { createColumnHelper } from '@tanstack/react-table';
import type { PlayerStatsReply } from '#contract/player-stats.ts';
import { whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';

type Refused = PlayerStatsReply['refused'][number];
const column = createColumnHelper<Refused>();
const columns = [
  column.accessor('site', { header: 'Website', cell: ({ getValue }) => <bdi>{getValue()}</bdi> }),
  column.accessor('loads', {
    header: 'Refused loads',
    meta: { align: 'end' },
    cell: ({ getValue }) => whole(getValue()),
  }),
];

/** The websites that tried to show the player and are not among its own. */
export const RefusedTable = ({ refused }: { refused: readonly Refused[] }) => (
  <Surface
    mt="md"
    title="Refused websites"
    description="They are not among the websites that may show this player. You can allow them in the player."
    flush
  >
    <DataTable
      label="Refused websites"
      columns={columns}
      rows={refused}
      rowId={({ site }) => site}
      table={useLocalTableState()}
      searchable={refused.length > 10}
    />
  </Surface>
);
