import { useMediaQuery } from '@mantine/hooks';
import type { Cell, ColumnDef, Row, VisibilityState } from '@tanstack/react-table';
import { useMemo } from 'react';

/**
 * What becomes of a column on phones (`meta.onPhone`) and on tablets (`meta.onTablet`): its values are shown in the row's second line,
 * under the column before it, as they are (`below`) or behind the column's header (`named`), or left out (`hidden`).
 */
type OnNarrow = 'below' | 'named' | 'hidden';
export type Device = 'phone' | 'tablet' | 'desktop';

const onNarrowOf = (meta: unknown, device: Device): OnNarrow | undefined => {
  const { onPhone, onTablet } = (meta ?? {}) as { onPhone?: OnNarrow; onTablet?: OnNarrow };
  return { phone: onPhone, tablet: onTablet, desktop: undefined }[device];
};

/** Whether the values below another column's are named by their own column's header; those that have no say of their own are. */
export const isNamed = (meta: unknown, device: Device): boolean => (onNarrowOf(meta, device) ?? 'named') === 'named';

export const useDevice = (): Device => {
  const isPhone = useMediaQuery('(max-width: 35.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const isNarrow = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  return isPhone ? 'phone' : isNarrow ? 'tablet' : 'desktop';
};

/** The most columns that a phone shows as they are. */
const mostOnPhone = 2;

/**
 * Which columns are no columns on this device. A table that says nothing about phones keeps its first column there, and those
 * without a heading text, such as actions; the others stand below the first, named.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a column's value type differs by column
export const useNarrowColumns = <T>(columns: readonly ColumnDef<T, any>[], device: Device): VisibilityState =>
  useMemo(() => {
    const headed = columns.filter(({ header }) => typeof header === 'string' && header !== '');
    const isSilent = columns.every(({ meta }) => onNarrowOf(meta, device) === undefined);
    const below =
      device === 'phone' && isSilent && headed.length > mostOnPhone
        ? headed.slice(1)
        : columns.filter(({ meta }) => onNarrowOf(meta, device) !== undefined);
    return Object.fromEntries(below.map((one) => [idOf(one), false]));
  }, [columns, device]);

const idOf = (column: { id?: string | undefined; accessorKey?: unknown }): string =>
  column.id ?? String(column.accessorKey);

/** The cells that are shown below one, because their columns are not shown; without empty ones. */
export const cellsBelow = <T>(row: Row<T>, cell: Cell<T, unknown>, device: Device): Cell<T, unknown>[] => {
  const cells = row.getAllCells();
  const below: Cell<T, unknown>[] = [];
  for (const next of cells.slice(cells.indexOf(cell) + 1)) {
    if (next.column.getIsVisible()) break;
    const isEmpty = next.column.accessorFn !== undefined && next.getValue() === '';
    if (!isEmpty && onNarrowOf(next.column.columnDef.meta, device) !== 'hidden') below.push(next);
  }
  return below;
};
