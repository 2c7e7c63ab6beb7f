import type { Table as TableModel } from '@tanstack/react-table';
import { csvCell } from '#contract/rules/csv.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** Saves a table's rows as a CSV file, filtered and sorted as shown, with the columns that a phone does not show. */
export const saveCsv = <T>(label: string, model: TableModel<T>): void => {
  const columns = model.getAllLeafColumns().filter((column) => column.accessorFn !== undefined);
  const head = columns.map(({ id, columnDef }) => (typeof columnDef.header === 'string' ? columnDef.header : id));
  const rows = model.getPrePaginationRowModel().rows.map((row) => columns.map(({ id }) => row.getValue<Cell>(id)));
  const blob = new Blob(['\uFEFF', csvOf([head, ...rows])], { type: 'text/csv;charset=utf-8' });
  saveFile(blob, `${label.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.csv`);
};

type Cell = string | number | boolean | null | undefined;

/** RFC 4180 text without formulas (`csvCell`). */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';

const cellOf = (value: Cell): string =>
  value === null || value === undefined ? '' : csvCell(typeof value === 'boolean' ? String(value) : value);
