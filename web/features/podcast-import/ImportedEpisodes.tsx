import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ImportTask } from '#contract/api/podcast-import.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import { importedColumns } from './imported-columns.tsx';
import { importedQuery, type ItemsPage } from './queries.ts';

type ImportedEpisodesProps = { task: ImportTask; path: string };
type Shown = NonNullable<ItemsPage['state']> | 'all';

const pageSize = 10;

/** The episodes of an import with their states. */
export const ImportedEpisodes = ({ task, path }: ImportedEpisodesProps) => {
  const table = useLocalTableState();
  const [shown, setShown] = useState<Shown>('all');
  const limit = table.size ?? pageSize;
  const state = shown === 'all' ? undefined : shown;
  const { data } = useQuery(importedQuery(task, { limit, offset: (table.page - 1) * limit, state }));
  const columns = useMemo(() => importedColumns(path), [path]);
  return (
    <Surface title="Episodes" flush>
      <DataTable
        label="Imported episodes"
        columns={columns}
        rows={data?.entities ?? []}
        rowId={({ guid }) => guid}
        table={table}
        defaultSize={pageSize}
        server={{ total: data?.total ?? 0 }}
        searchable={false}
        csv={false}
        tools={
          <Segments
            aria-label="Filter episodes"
            value={shown}
            onChange={(next) => (setShown(next), table.setPage(1))}
            data={choices}
            size="xs"
          />
        }
      />
    </Surface>
  );
};

const choices: { value: Shown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Pending' },
  { value: 'imported', label: 'Imported' },
  { value: 'failed', label: 'Failed' },
];
