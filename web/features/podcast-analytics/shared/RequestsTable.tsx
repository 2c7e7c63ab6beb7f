import { Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcastVerdicts, type PodcastRequests, type PodcastVerdict } from '#contract/api/podcast-stats.ts';
import { useAction } from '#web/lib/action.ts';
import { byteSize } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useNamedTableState } from '#web/ui/table/use-named-table-state.ts';
import { requestsFile, requestsQuery, type Audit } from '../queries.ts';
import { verdictLabels } from '#web/features/podcast-analytics/verdict-labels.ts';

type Row = z.infer<typeof PodcastRequests>['entities'][number];
const size = 10;
/** The table stops here; the file has all rows. */
const maxRows = 10_000;

const column = createColumnHelper<Row>();
const columns = [
  column.accessor('at', {
    header: 'When',
    cell: ({ getValue }) => <span style={{ whiteSpace: 'nowrap' }}>{getValue().slice(0, 19).replace('T', ' ')}</span>,
    enableSorting: false,
  }),
  column.accessor('title', { header: 'Episode', enableSorting: false, meta: { onPhone: 'below' } }),
  column.accessor('app', { header: 'App', enableSorting: false, meta: { onPhone: 'below' } }),
  column.accessor('country', {
    header: 'Country',
    enableSorting: false,
    meta: { onPhone: 'below' },
  }),
  column.accessor('bytes', {
    header: 'Sent',
    cell: ({ row: { original } }) => `${byteSize(original.bytes)} of ${byteSize(original.size)}`,
    enableSorting: false,
    meta: { align: 'end', onPhone: 'below' },
  }),
  column.accessor(({ verdict }) => verdictLabels[verdict].name, {
    id: 'verdict',
    header: 'Result',
    enableSorting: false,
    meta: { onPhone: 'below' },
  }),
  column.accessor('reason', { header: 'Reason', enableSorting: false, meta: { onPhone: 'below' } }),
];

/** Every request for a podcast's episodes in a period with its result and reason; also as a file. */
export const RequestsTable = ({ podcastKey, audit }: { podcastKey: PodcastKey; audit: Audit }) => {
  const table = useNamedTableState('requests');
  const [verdict, setVerdict] = useState<PodcastVerdict>();
  const filter = { ...audit, verdict };
  const limit = table.size ?? size;
  const { data } = useQuery(requestsQuery(podcastKey, filter, { limit, offset: (table.page - 1) * limit }));
  const file = useAction({
    failure: 'default',
    mutationFn: () => requestsFile(podcastKey, filter),
    onSuccess: (blob) => save(blob, `requests-${audit.from_date}-${audit.to_date}.csv`),
  });
  return (
    <Surface
      mt="md"
      title="Requests"
      description="All requests with the data sent and the result."
      flush
      actions={
        <>
          <NativeSelect
            aria-label="Filter by result"
            size="xs"
            value={verdict ?? ''}
            onChange={({ currentTarget: { value } }) => {
              setVerdict(value === '' ? undefined : (value as PodcastVerdict));
              table.setPage(1);
            }}
            data={[
              { value: '', label: 'All requests' },
              ...podcastVerdicts.map((value) => ({ value, label: verdictLabels[value].name })),
            ]}
          />
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={file.isPending}
            disabled={!data || data.total === 0}
            onClick={() => file.mutate()}
          >
            Download CSV
          </Button>
        </>
      }
    >
      <DataTable
        label="Requests"
        columns={columns}
        rows={data?.entities ?? []}
        rowId={({ id }) => id}
        table={table}
        server={{ total: Math.min(data?.total ?? 0, maxRows) }}
        defaultSize={size}
        searchable={false}
        csv={false}
      />
    </Surface>
  );
};

const save = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};
