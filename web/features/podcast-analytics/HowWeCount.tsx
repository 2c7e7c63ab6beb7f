import { Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { PodcastStatsReply } from '#contract/podcast-stats.ts';
import { byteSize, whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { verdictWords } from './verdict-words.ts';

type Row = PodcastStatsReply['verdicts'][number];
const column = createColumnHelper<Row>();
const columns = [
  column.accessor(({ verdict }) => verdictWords[verdict].name, { id: 'verdict', header: 'Judged as' }),
  column.accessor(({ verdict }) => verdictWords[verdict].meaning, { id: 'meaning', header: 'What it means' }),
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

/** By what rule a request becomes a download, and how the requests of the period were judged. */
export const HowWeCount = ({ verdicts }: { verdicts: Row[] }) => (
  <Surface mt="md" title="How we count" flush>
    <Text size="sm" px="md" pb="sm" maw={860}>
      We count what was sent, not what was asked for. A download is counted once for each listener, episode and 24
      hours: when a minute of sound was sent, or 99 % of an episode that is shorter, added up over all their requests. A
      listener is an IPv4 address, or the network of an IPv6 address, with one app; addresses themselves are not kept.
      The rules follow the podcast measurement guidelines of the IAB Tech Lab; nobody has audited them.
    </Text>
    <DataTable
      label="Requests by verdict"
      columns={columns}
      rows={verdicts}
      rowId={({ verdict }) => verdict}
      table={useLocalTableState()}
      defaultSize={10}
      searchable={false}
    />
  </Surface>
);
