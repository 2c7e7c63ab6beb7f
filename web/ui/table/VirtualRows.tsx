import { Table } from '@mantine/core';
import type { Row } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type ReactNode } from 'react';

type VirtualRowsProps<T> = {
  rows: Row<T>[];
  viewport: HTMLDivElement | null;
  columnCount: number;
  draw: (row: Row<T>) => ReactNode;
};

/** The visible rows of a long page, with spacer rows above and below; they scroll with the page. */
export const VirtualRows = <T,>({ rows, viewport, columnCount, draw }: VirtualRowsProps<T>) => {
  const scrollMargin = useTopOf(viewport);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 49,
    overscan: 12,
    scrollMargin,
  });
  const items = virtual.getVirtualItems();
  const above = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);
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

/** Where an element begins on the page, in pixels; what stands above it may change its height. */
const useTopOf = (element: HTMLElement | null): number => {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const measure = (): void => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
};

const Spacer = ({ height, columnCount }: { height: number; columnCount: number }) => (
  <Table.Tr aria-hidden>
    <Table.Td colSpan={columnCount} p={0} h={height} />
  </Table.Tr>
);
