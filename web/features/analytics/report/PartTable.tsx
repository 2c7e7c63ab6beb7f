import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { PartStats } from '#contract/analytics.ts';
import { metrics } from '#contract/metrics.ts';
import { minutesOf, whole } from '#web/lib/format.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import classes from './PartTable.module.css';

/** One part of the audience, such as a country or a player. */
export type Part = { id: string; name: string; shown?: ReactNode; stats: PartStats };
type Row = Part & { share: number };
type PartTableProps = { label: string; head: string; parts: readonly Part[]; all: number };

/** Parts of the audience, the largest first, each with its share of all listening time (seconds) and a bar. */
export const PartTable = ({ label, head, parts, all }: PartTableProps) => {
  const rows = parts.map((part) => ({ ...part, share: all === 0 ? 0 : part.stats.listening_time / all }));
  return (
    <DataTable
      label={label}
      columns={columnsOf(head)}
      rows={rows}
      rowId={({ id }) => id}
      table={useLocalTableState()}
      defaultSize={10}
      searchable={parts.length > 10}
    />
  );
};

const column = createColumnHelper<Row>();
const numeric = {
  meta: { align: 'end' },
  cell: ({ getValue }: { getValue: () => unknown }) => whole(Number(getValue())),
} as const;
const tail = [
  column.accessor('stats.connections', { id: 'sessions', header: metrics.connections.label, ...numeric }),
  column.accessor('stats.uniques', { id: 'uniques', header: 'Uniques', ...numeric }),
  column.accessor(({ stats }) => minutesOf(stats.listening_time), {
    id: 'minutes',
    header: metrics.minutes.label,
    ...numeric,
  }),
];

const columnsByHead = new Map<string, ReturnType<typeof makeColumns>>();
/** Returns the same columns for the same heading, so that the table keeps its state. */
const columnsOf = (head: string) => {
  const columns = columnsByHead.get(head) ?? makeColumns(head);
  columnsByHead.set(head, columns);
  return columns;
};

const makeColumns = (head: string) => [
  column.accessor('name', {
    header: head,
    cell: ({ row: { original } }) => (
      <div className={classes.name}>
        <span>{original.shown ?? original.name}</span>
        <span className={classes.share}>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${Math.max(1, original.share * 100)}%` }} />
          </span>
          <bdi>{(original.share * 100).toFixed(1)}%</bdi>
        </span>
      </div>
    ),
  }),
  ...tail,
];
