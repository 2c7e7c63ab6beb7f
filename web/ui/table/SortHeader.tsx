import { Table } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { flexRender, type Header } from '@tanstack/react-table';
import { alignOf } from './align.ts';
import classes from './DataTable.module.css';

/** A column heading; a button if the column is sortable. */
export const SortHeader = <T,>({ header }: { header: Header<T, unknown> }) => {
  const { column } = header;
  const content = flexRender(column.columnDef.header, header.getContext());
  const align = alignOf(column.columnDef.meta);
  if (!column.getCanSort()) return <Table.Th data-align={align}>{content}</Table.Th>;
  const sorted = column.getIsSorted();
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th data-align={align} aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-sorted={sorted || undefined}
        onClick={column.getToggleSortingHandler()}
      >
        {content}
        <Icon size={14} aria-hidden />
      </button>
    </Table.Th>
  );
};
