import type { Table as TableModel } from '@tanstack/react-table';
import { saveFile } from '#web/lib/save-file.ts';

/** Offers a table's rows, as they are searched and sorted, as a CSV file. */
export const saveCsv = <T>(label: string, model: TableModel<T>): void => {
  const columns = model.getVisibleLeafColumns().filter((column) => column.accessorFn !== undefined);
  const head = columns.map(({ id, columnDef }) => (typeof columnDef.header === 'string' ? columnDef.header : id));
  const rows = model.getPrePaginationRowModel().rows.map((row) => columns.map(({ id }) => row.getValue<Cell>(id)));
  const blob = new Blob(['\uFEFF', csvOf([head, ...rows])], { type: 'text/csv;charset=utf-8' });
  saveFile(blob, `${label.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.csv`);
};

type Cell = string | number | boolean | null | undefined;

/** RFC 4180 text; a cell that a spreadsheet would run as a formula is made text by an apostrophe. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';

const cellOf = (value: Cell): string => {
  if (typeof value === 'number') return String(value);
  const text = value === null || value === undefined ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
