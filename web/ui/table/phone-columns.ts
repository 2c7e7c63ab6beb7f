import { useMediaQuery } from '@mantine/hooks';
import type { Cell, ColumnDef, Row, VisibilityState } from '@tanstack/react-table';
import { useMemo } from 'react';

/**
 * What becomes of a column on phones (`meta.onPhone`): its values are shown in the row's second line, under the column before it,
 * as they are (`below`) or behind the column's header (`named`), or left out (`hidden`).
 */
type OnPhone = 'below' | 'named' | 'hidden';

export const onPhoneOf = (meta: unknown): OnPhone | undefined => (meta as { onPhone?: OnPhone } | undefined)?.onPhone;

/** Which columns are no columns on this screen. */
// oxlint-disable-next-line typescript/no-explicit-any -- a column's value type differs by column
export const usePhoneColumns = <T>(columns: readonly ColumnDef<T, any>[]): VisibilityState => {
  const isPhone = useMediaQuery('(max-width: 35.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  return useMemo(
    () =>
      isPhone
        ? Object.fromEntries(
            columns.filter(({ meta }) => onPhoneOf(meta) !== undefined).map((one) => [idOf(one), false]),
          )
        : {},
    [columns, isPhone],
  );
};

const idOf = (column: { id?: string | undefined; accessorKey?: unknown }): string =>
  column.id ?? String(column.accessorKey);

/** The cells that are shown below one, because their columns are not shown; without empty ones. */
export const cellsBelow = <T>(row: Row<T>, cell: Cell<T, unknown>): Cell<T, unknown>[] => {
  const cells = row.getAllCells();
  const below: Cell<T, unknown>[] = [];
  for (const next of cells.slice(cells.indexOf(cell) + 1)) {
    if (next.column.getIsVisible()) break;
    const isEmpty = next.column.accessorFn !== undefined && next.getValue() === '';
    if (!isEmpty && onPhoneOf(next.column.columnDef.meta) !== 'hidden') below.push(next);
  }
  return below;
};
