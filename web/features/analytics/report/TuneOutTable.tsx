import { createColumnHelper } from '@tanstack/react-table';
import type { StatsReply } from '#contract/api/analytics.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { whole } from '#web/lib/format.ts';
import { FoldingSurface } from '#web/ui/FoldingSurface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useNamedTableState } from '#web/ui/table/use-named-table-state.ts';

type Row = StatsReply['leaving_stats'][number];

/** The tracks that were playing when listeners tuned out, those with the most first. */
export const TuneOutTable = ({ rows }: { rows: readonly Row[] }) => (
  <FoldingSurface
    name="tune-out"
    mt="md"
    title="Tracks playing when listeners tuned out"
    description={`${metrics.leavingRate.label}: ${metrics.leavingRate.definition}`}
    flush
  >
    <DataTable
      label="Tracks playing when listeners tuned out"
      columns={columns}
      rows={rows}
      rowId={({ artist, title }) => `${artist}\t${title}`}
      table={useNamedTableState('tune-out')}
      defaultSize={10}
      searchable={rows.length > 10}
    />
  </FoldingSurface>
);

const titleOf = ({ artist, title }: Row): string =>
  [artist, title].filter((part) => part !== '').join(' – ') || 'No title';

const column = createColumnHelper<Row>();
const numeric = {
  meta: { align: 'end' },
  cell: ({ getValue }: { getValue: () => unknown }) => whole(Number(getValue())),
} as const;
const columns = [
  column.accessor(titleOf, { id: 'title', header: 'Artist – title' }),
  column.accessor('plays', { header: 'Plays', ...numeric }),
  column.accessor('listeners', { header: metrics.heardBy.label, ...numeric }),
  column.accessor('left', { header: metrics.left.label, ...numeric }),
  column.accessor(({ left, listeners }) => (listeners === 0 ? 0 : Math.round((left / listeners) * 1000) / 10), {
    id: 'share',
    header: 'Tune-out rate, %',
    meta: { align: 'end' },
  }),
];
