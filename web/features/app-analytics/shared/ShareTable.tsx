import { createColumnHelper } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { whole as wholeText } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useNamedTableState } from '#web/ui/table/use-named-table-state.ts';
import classes from './ShareTable.module.css';

/** One part of a whole, such as a country or a station. */
export type Share<S> = { id: string; name: string; shown?: ReactNode; stats: S };
export type ShareMetric<S> = {
  header: string;
  /** What the shares are of; by default the header. */
  of?: string;
  value: (stats: S) => number;
  write?: (value: number) => string;
  /** An average has no shares. */
  isAverage?: boolean;
};

type ShareTableProps<S> = {
  title: string;
  description?: ReactNode;
  head: string;
  parts: readonly Share<S>[];
  whole: S;
  /** Must be a constant, because the table's state depends on its identity. Shares are of the first, or of what the rows are sorted by. */
  values: readonly ShareMetric<S>[];
};

/** Parts of a whole, the largest first, each with its share, a bar and its values. */
export const ShareTable = <S,>({ title, description, head, parts, whole, values }: ShareTableProps<S>) => {
  const table = useNamedTableState(head.toLowerCase().replaceAll(/\W+/g, '-'));
  const sorted = values.find(({ header, isAverage }) => header === table.sorting[0]?.id && isAverage !== true);
  const { header = '', value, of = header.toLowerCase() } = sorted ?? values[0] ?? {};
  const all = value?.(whole) ?? 0;
  const rows = parts.map((part) => ({
    ...part,
    share: all === 0 ? 0 : (value?.(part.stats) ?? 0) / all,
    of,
  }));
  const columns = useMemo(() => columnsOf(head, values), [head, values]);
  return (
    <Surface title={title} description={description} flush>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        table={table}
        searchable={parts.length > 10}
      />
    </Surface>
  );
};

const columnsOf = <S,>(head: string, values: readonly ShareMetric<S>[]) => {
  const column = createColumnHelper<Share<S> & { share: number; of: string }>();
  return [
    column.accessor((part) => part.name, {
      id: 'name',
      header: head,
      cell: ({ row: { original } }) => (
        <div className={classes.name}>
          <span className={classes.words}>
            <span>{original.shown ?? original.name}</span>
            <bdi
              className={classes.share}
            >{`${String(Math.round(original.share * 1000) / 10)}% of ${original.of}`}</bdi>
          </span>
          <span
            className={classes.bar}
            style={{ width: `${Math.min(100, Math.max(0.5, original.share * 100))}%` }}
            aria-hidden
          />
        </div>
      ),
    }),
    ...values.map(({ header, value, write = wholeText }) =>
      column.accessor(({ stats }) => value(stats), {
        id: header,
        header,
        cell: ({ getValue }) => write(Number(getValue())),
        meta: { align: 'end' },
      }),
    ),
  ];
};
