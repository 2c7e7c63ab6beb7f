import { Table } from '@mantine/core';
import type { Row } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

type VirtualRowsProps<T> = {
  rows: Row<T>[];
  viewport: HTMLDivElement | null;
  columnCount: number;
  draw: (row: Row<T>) => ReactNode;
};

/** The visible rows of a long page, with spacer rows above and below. */
export const VirtualRows = <T,>({ rows, viewport, columnCount, draw }: VirtualRowsProps<T>) => {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport,
    estimateSize: () => 49,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      {above > 0 && <Spacer height={above} columnCount={columnCount} />}
      {items.map(({ index }) => {
        const row = rows[index];
        return row && draw(row);
      })}
      {below > 0 && <Spacer height={below} columnCount={columnCount} />}
    </>
  );
};

const Spacer = ({ height, columnCount }: { height: number; columnCount: number }) => (
  <Table.Tr aria-hidden>
    <Table.Td colSpan={columnCount} p={0} h={height} />
  </Table.Tr>
);
