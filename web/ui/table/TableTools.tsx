import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import type { Table as TableModel } from '@tanstack/react-table';
import { createPortal } from 'react-dom';
import { loadChunk } from '#web/lib/chunks.ts';
import { count } from '#web/lib/format.ts';
import { useSurfaceSlot } from '../surface-slot.ts';
import type { DataTableProps } from './DataTable.tsx';
import classes from './DataTable.module.css';

type TableToolsProps<T> = DataTableProps<T> & { model: TableModel<T>; searchable: boolean; csv: boolean };

const saveCsv = async <T,>(label: string, model: TableModel<T>): Promise<void> => {
  const csv = await loadChunk(() => import('./csv.ts'));
  csv.saveCsv(label, model);
};

/** A table's toolbar: search, actions for selected rows, CSV; within a card, CSV is in the card's title line. */
export const TableTools = <T,>({ model, label, table, selection, searchable, csv, tools }: TableToolsProps<T>) => {
  const search = useDebouncedCallback(table.setSearch, 200);
  const selected = selection?.selected.size ?? 0;
  const slot = useSurfaceSlot();
  const hasCsv = csv && model.getFilteredRowModel().rows.length > 0;
  const csvButton = hasCsv && <CsvButton onClick={() => void saveCsv(label, model)} />;
  const inTitle = slot && csvButton && createPortal(csvButton, slot);
  if (!searchable && !tools && selected === 0 && (slot !== undefined || !csv)) return inTitle;
  return (
    <>
      {inTitle}
      <Group justify="space-between" gap="sm" className={classes.tools}>
        {selected > 0 ? (
          <Group gap="sm">
            <Text size="sm" fw={600} role="status">
              {count(selected, 'row')} selected
            </Text>
            {selection?.actions}
          </Group>
        ) : searchable ? (
          <TextInput
            defaultValue={table.search}
            onChange={(event) => search(event.currentTarget.value)}
            placeholder="Search"
            aria-label={`Search ${label.toLowerCase()}`}
            leftSection={<IconSearch size={16} aria-hidden />}
            w={{ base: '100%', xs: 260 }}
          />
        ) : (
          <span />
        )}
        <Group gap="xs">
          {tools}
          {slot === undefined && csvButton}
        </Group>
      </Group>
    </>
  );
};

const CsvButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    className="no-print"
    variant="subtle"
    color="gray"
    size="xs"
    leftSection={<IconDownload size={16} aria-hidden />}
    onClick={onClick}
  >
    CSV
  </Button>
);
