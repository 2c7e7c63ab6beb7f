import { Checkbox, Group, Table, VisuallyHidden } from '@mantine/core';
import {
  flexRender,
  getCoreRowModel,
  getFilteredRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  useReactTable,
  type Cell,
  type ColumnDef,
  type Row,
  type Table as TableModel,
} from '@tanstack/react-table';
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { limits } from '#contract/rules/limits.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { ExpandButton } from './ExpandButton.tsx';
import { alignOf } from './align.ts';
import { SortHeader } from './SortHeader.tsx';
import type { TableState } from './use-table-state.ts';
import type { VirtualRows as EveryRow } from './VirtualRows.tsx';
import { NoData } from './NoData.tsx';
import { cellsBelow, isNamed, useDevice, useNarrowColumns, type Device } from './narrow-columns.ts';
import { useFits } from './use-fits.ts';
import { TableFooter } from './TableFooter.tsx';
import { TableTools } from './TableTools.tsx';
import classes from './DataTable.module.css';

/** Cast, because `lazy` loses the generic type. */
const VirtualRows = lazy(() =>
  loadChunk(() => import('./VirtualRows.tsx')).then((part) => ({ default: part.VirtualRows })),
) as unknown as typeof EveryRow;

/** Number of rows from which the table is virtualized. */
const virtualFrom = 200;

export type DataTableProps<T> = {
  /** Name of the rows for screen readers and file names: `Tracks`. */
  label: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a column's value type differs by column
  columns: ColumnDef<T, any>[];
  rows: readonly T[];
  rowId: (row: T) => string;
  table: TableState;
  defaultSize?: number;
  /** Paging, sorting and searching happen on the server, which has `total` rows. */
  server?: { total: number; capped?: boolean };
  searchable?: boolean;
  csv?: boolean;
  /** Shown instead of a table that has no rows, and says what belongs there. */
  empty?: ReactNode;
  selection?: { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void; actions: ReactNode };
  expanded?: (row: T) => ReactNode;
  tools?: ReactNode;
};

/** The portal's table: sorting, search, pages, selection, expansion and CSV; its state is URL state (spec §2). */
export const DataTable = <T,>(props: DataTableProps<T>) => {
  const { rows, table: state, server, defaultSize = limits.tableDefaultPage, searchable = true, csv = true } = props;
  const size = state.size ?? defaultSize;
  const data = useMemo(() => [...rows], [rows]);
  const device = useDevice();
  const table = useReactTable<T>({
    data,
    columns: props.columns,
    getRowId: props.rowId,
    state: {
      columnVisibility: useNarrowColumns(props.columns, device),
      sorting: state.sorting,
      globalFilter: server ? '' : state.search,
      pagination: { pageIndex: server ? 0 : state.page - 1, pageSize: size },
    },
    onSortingChange: (change) => state.setSorting(typeof change === 'function' ? change(state.sorting) : change),
    manualSorting: server !== undefined,
    manualFiltering: server !== undefined,
    manualPagination: server !== undefined,
    enableSortingRemoval: true,
    sortDescFirst: false,
    globalFilterFn: 'includesString',
    getColumnCanGlobalFilter: () => true,
    autoResetPageIndex: false,
    getCoreRowModel: getCoreRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getPaginationRowModel: getPaginationRowModel(),
  });
  const total = server?.total ?? table.getFilteredRowModel().rows.length;
  const pages = Math.max(1, Math.ceil(total / size));
  useEffect(() => {
    if (state.page > pages) state.setPage(pages);
  }, [state, pages]);
  const isEmpty = total === 0 && state.search === '';
  if (isEmpty && props.empty !== undefined) return props.empty;
  return (
    <>
      <TableTools {...props} model={table} searchable={searchable} csv={csv} />
      <TableBody {...props} model={table} device={device} />
      {total > 0 && (
        <TableFooter
          label={props.label}
          state={state}
          size={size}
          total={total}
          capped={server?.capped ?? false}
          defaultSize={defaultSize}
        />
      )}
    </>
  );
};

type TableBodyProps<T> = DataTableProps<T> & { model: TableModel<T>; device: Device };

const TableBody = <T,>({ model, ...props }: TableBodyProps<T>) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const shown = model.getRowModel().rows;
  const columnCount = model.getVisibleLeafColumns().length + (props.selection ? 1 : 0) + (props.expanded ? 1 : 0);
  const toggle = (id: string): void => setOpen((ids) => toggled(ids, id));
  const rowOf = (row: Row<T>) => (
    <BodyRow
      key={row.id}
      row={row}
      isOpen={open.has(row.id)}
      onToggle={() => toggle(row.id)}
      columnCount={columnCount}
      {...props}
    />
  );
  const isLong = shown.length > virtualFrom;
  // A table that scrolls sideways cannot keep its header in view on a page that scrolls down.
  const hasStickyHeader = useFits(viewport, isLong);
  return (
    <div
      ref={setViewport}
      className={classes.scroll}
      data-whole={hasStickyHeader || undefined}
      tabIndex={0}
      role="region"
      aria-label={`${props.label}: rows`}
    >
      <Table
        highlightOnHover
        stickyHeader={hasStickyHeader}
        stickyHeaderOffset={56}
        className={classes.table}
        aria-label={props.label}
        aria-rowcount={shown.length + 1}
      >
        <Table.Thead>
          {model.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {props.selection && <SelectAll rows={shown} selection={props.selection} />}
              {props.expanded && (
                <Table.Th w={44}>
                  <VisuallyHidden>Details</VisuallyHidden>
                </Table.Th>
              )}
              {group.headers.map((header) => (
                <SortHeader key={header.id} header={header} />
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {isLong ? (
            <Suspense>
              <VirtualRows rows={shown} viewport={viewport} columnCount={columnCount} draw={rowOf} />
            </Suspense>
          ) : (
            shown.map(rowOf)
          )}
          {shown.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={columnCount}>
                <NoData />
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
};

type BodyRowProps<T> = Pick<TableBodyProps<T>, 'selection' | 'expanded' | 'label' | 'device'> & {
  row: Row<T>;
  isOpen: boolean;
  onToggle: () => void;
  columnCount: number;
};

const BodyRow = <T,>({ row, selection, expanded, isOpen, onToggle, columnCount, device }: BodyRowProps<T>) => (
  <>
    <Table.Tr data-selected={selection?.selected.has(row.id) || undefined} className={classes.row}>
      {selection && (
        <Table.Td w={44}>
          <Checkbox
            checked={selection.selected.has(row.id)}
            onChange={() => selection.onChange(toggled(selection.selected, row.id))}
            aria-label={`Select row ${row.index + 1}`}
          />
        </Table.Td>
      )}
      {expanded && (
        <Table.Td w={44}>
          <ExpandButton isOpen={isOpen} onClick={onToggle} />
        </Table.Td>
      )}
      {row.getVisibleCells().map((cell) => (
        <Table.Td key={cell.id} data-align={alignOf(cell.column.columnDef.meta)} className={classes.cell}>
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
          <CellsBelow cells={cellsBelow(row, cell, device)} device={device} />
        </Table.Td>
      ))}
    </Table.Tr>
    {isOpen && expanded && (
      <Table.Tr>
        <Table.Td colSpan={columnCount}>{expanded(row.original)}</Table.Td>
      </Table.Tr>
    )}
  </>
);

/** The values of the columns that the device has no room for, in a second line of the row. */
const CellsBelow = <T,>({ cells, device }: { cells: readonly Cell<T, unknown>[]; device: Device }) =>
  cells.length > 0 && (
    <div className={classes.below}>
      {cells.map(({ id, column: { columnDef }, getContext }) => (
        <div key={id}>
          {isNamed(columnDef.meta, device) && `${String(columnDef.header)}: `}
          {flexRender(columnDef.cell, getContext())}
        </div>
      ))}
    </div>
  );

const SelectAll = <T,>({
  rows,
  selection,
}: {
  rows: Row<T>[];
  selection: NonNullable<DataTableProps<T>['selection']>;
}) => {
  const chosen = rows.filter(({ id }) => selection.selected.has(id)).length;
  const isAll = rows.length > 0 && chosen === rows.length;
  return (
    <Table.Th w={44}>
      <Group>
        <Checkbox
          checked={isAll}
          indeterminate={chosen > 0 && !isAll}
          onChange={() =>
            selection.onChange(isAll ? new Set() : new Set([...selection.selected, ...rows.map(({ id }) => id)]))
          }
          aria-label="Select all rows on this page"
        />
      </Group>
    </Table.Th>
  );
};

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};
