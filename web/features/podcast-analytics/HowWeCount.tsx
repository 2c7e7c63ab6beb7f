import { Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { byteSize, whole } from '#web/lib/format.ts';
import { FoldingSurface } from '#web/ui/FoldingSurface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useNamedTableState } from '#web/ui/table/use-named-table-state.ts';
import { verdictLabels } from './verdict-labels.ts';

type Row = PodcastStatsReply['verdicts'][number];
const column = createColumnHelper<Row>();
const columns = [
  column.accessor(({ verdict }) => verdictLabels[verdict].name, { id: 'verdict', header: 'Result' }),
  column.accessor(({ verdict }) => verdictLabels[verdict].meaning, { id: 'meaning', header: 'Meaning' }),
  column.accessor('requests', {
    header: 'Requests',
    cell: ({ getValue }) => whole(getValue()),
    meta: { align: 'end' },
  }),
  column.accessor('totalBytes', {
    header: 'Data',
    cell: ({ getValue }) => byteSize(getValue()),
    meta: { align: 'end' },
  }),
];

/** The rules for counting downloads, and the results of the period's requests. */
export const HowWeCount = ({ verdicts }: { verdicts: Row[] }) => (
  <FoldingSurface name="counting" mt="md" title="How we count" flush>
    <Text size="sm" px="md" pb="sm" maw={860}>
      We count audio sent, not requests. Each listener counts once per episode and 24 hours, as soon as one minute of
      audio was sent over all their requests, or 99% of a shorter episode. A listener is an IPv4 address or IPv6 network
      with one app; the addresses themselves are not stored. The rules follow the IAB Tech Lab measurement guidelines
      and have not been audited.
    </Text>
    <DataTable
      label="Requests by verdict"
      columns={columns}
      rows={verdicts}
      rowId={({ verdict }) => verdict}
      table={useNamedTableState('verdicts')}
      defaultSize={10}
      searchable={false}
    />
  </FoldingSurface>
);
