import { createColumnHelper } from '@tanstack/react-table';
import type { Slot, StatsReply } from '#contract/api/analytics.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { clockTime, day, minutesOf, whole } from '#web/lib/format.ts';
import { FoldingSurface } from '#web/ui/FoldingSurface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useNamedTableState } from '#web/ui/table/use-named-table-state.ts';
import { hasStarted } from '#web/parts/report-days.ts';
import { hasSpots, bucketsOf } from './buckets.ts';

/** All metrics of each bucket that has started, as a table and a CSV, including spots if any played. */
export const BucketsTable = ({ stats }: { stats: StatsReply }) => {
  const now = Date.now();
  const rows = bucketsOf(stats).filter((slot) => hasStarted(slot, now));
  const isByDay = stats.day_stats.length > 0;
  return (
    <FoldingSurface
      name="buckets"
      mt="md"
      title={isByDay ? 'By day' : 'By time'}
      description={`Time zone: ${stats.timezone}`}
      flush
    >
      <DataTable
        label="Listening"
        columns={columnsBy[isByDay ? 'day' : 'time'][hasSpots(stats) ? 'spots' : 'plain']}
        rows={rows}
        rowId={({ from }) => from}
        table={useNamedTableState('buckets')}
        defaultSize={10}
        searchable={false}
      />
    </FoldingSurface>
  );
};

const column = createColumnHelper<Slot>();
const numeric = {
  meta: { align: 'end' },
  cell: ({ getValue }: { getValue: () => unknown }) => whole(Number(getValue())),
} as const;
const metricColumns = [
  column.accessor('stats.peak', { id: 'peak', header: metrics.peak.label, ...numeric }),
  column.accessor(({ stats }) => Math.round(stats.average * 100) / 100, {
    id: 'average',
    header: 'Average',
    meta: { align: 'end' },
    cell: ({ getValue }) => getValue().toFixed(2),
  }),
  column.accessor('stats.connections', { id: 'sessions', header: metrics.connections.label, ...numeric }),
  column.accessor('stats.connected', { id: 'connected', header: metrics.connected.label, ...numeric }),
  column.accessor('stats.disconnected', { id: 'disconnected', header: metrics.disconnected.label, ...numeric }),
  column.accessor('stats.uniques', { id: 'uniques', header: 'Uniques', ...numeric }),
  column.accessor(({ stats }) => minutesOf(stats.listening_time), {
    id: 'minutes',
    header: metrics.minutes.label,
    ...numeric,
  }),
];
const spotColumns = [
  column.accessor('stats.impressions', { id: 'impressions', header: metrics.impressions.label, ...numeric }),
  column.accessor('stats.thirdQuartile', { id: 'thirdQuartile', header: metrics.thirdQuartile.label, ...numeric }),
];
const byDay = column.accessor('from', {
  header: 'Day',
  cell: ({ getValue }) => <span style={{ whiteSpace: 'nowrap' }}>{day(getValue())}</span>,
});
const byTime = column.accessor('from', {
  header: 'From',
  cell: ({ getValue }) => (
    <span style={{ whiteSpace: 'nowrap' }}>{`${day(getValue())}, ${clockTime(getValue())}`}</span>
  ),
});
/** Created once, so that the table keeps its state. */
const columnsBy = {
  day: { plain: [byDay, ...metricColumns], spots: [byDay, ...metricColumns, ...spotColumns] },
  time: { plain: [byTime, ...metricColumns], spots: [byTime, ...metricColumns, ...spotColumns] },
};
