import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { PartStats } from '#contract/api/analytics.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { minutesOf, whole } from '#web/lib/format.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useNamedTableState } from '#web/ui/table/use-named-table-state.ts';
import { FilterCell } from '../shared/FilterCell.tsx';
import type { Dimension } from './audience-parts.ts';
import classes from './PartTable.module.css';

/** One part of the audience, such as a country or a player. */
export type Part = { id: string; name: string; shown?: ReactNode; stats: PartStats };
type Row = Part & { share: number; of: string };

type PartTableProps = {
  /** Of the table's state in the URL. */
  name: string;
  label: string;
  head: string;
  parts: readonly Part[];
  /** The statistics of the whole period. */
  all: PartStats;
  /** The dimension that a row filters the report by; none where its rows are links or plain. */
  dimension?: Dimension;
};

/** Parts of the audience, the largest first, each with a bar: its share of all minutes, or of what the rows are sorted by. */
export const PartTable = ({ name, label, head, parts, all, dimension }: PartTableProps) => {
  const table = useNamedTableState(name);
  const { of, value } = shares[table.sorting[0]?.id ?? ''] ?? minutes;
  const rows = parts.map((part) => ({
    ...part,
    ...(dimension && {
      shown: (
        <FilterCell dimension={dimension} value={part.id}>
          {part.shown ?? part.name}
        </FilterCell>
      ),
    }),
    share: value(all) === 0 ? 0 : value(part.stats) / value(all),
    of,
  }));
  return (
    <DataTable
      label={label}
      columns={columnsOf(head)}
      rows={rows}
      rowId={({ id }) => id}
      table={table}
      defaultSize={10}
      searchable={parts.length > 10}
    />
  );
};

type SharedMetric = { of: string; value: (stats: PartStats) => number };
const minutes: SharedMetric = { of: 'minutes', value: ({ listening_time }) => listening_time };
/** By the column that the rows are sorted by. */
const shares: Readonly<Record<string, SharedMetric>> = {
  sessions: { of: 'sessions', value: ({ connections }) => connections },
  uniques: { of: 'listeners', value: ({ uniques }) => uniques },
  minutes,
};

const column = createColumnHelper<Row>();
const numeric = {
  meta: { align: 'end' },
  cell: ({ getValue }: { getValue: () => unknown }) => whole(Number(getValue())),
} as const;
const tail = [
  column.accessor('stats.connections', { id: 'sessions', header: metrics.connections.label, ...numeric }),
  column.accessor('stats.uniques', {
    id: 'uniques',
    header: 'Uniques',
    ...numeric,
    meta: { align: 'end', onPhone: 'hidden' },
  }),
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
            <span className={classes.bar} style={{ width: `${Math.min(100, Math.max(1, original.share * 100))}%` }} />
          </span>
          <bdi>{`${(original.share * 100).toFixed(1)}% of ${original.of}`}</bdi>
        </span>
      </div>
    ),
  }),
  ...tail,
];
