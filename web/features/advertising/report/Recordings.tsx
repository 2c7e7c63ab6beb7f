import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { CampaignProof } from '#contract/api/campaign-forecast.ts';
import type { Campaign } from '#contract/api/campaign.ts';
import { momentIn, duration } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { HearSpot } from '../shared/HearSpot.tsx';
import { fetchProofAudio, proofsQuery } from '../forecast-queries.ts';

type RecordingsProps = {
  campaign: Pick<Campaign, 'id' | 'accountKey' | 'timezone'>;
  period: { from?: string | undefined; to?: string | undefined };
};

const size = 5;

/** What listeners were sent around the campaign's spots, one recording a day; nothing before there is one. */
export const Recordings = ({ campaign, period }: RecordingsProps) => {
  const { data = [] } = useQuery(proofsQuery(campaign.accountKey, campaign.id, period));
  const table = useLocalTableState();
  if (data.length === 0) return null;
  return (
    <Surface
      title="Recordings"
      description="Of the first break with this campaign on each day (UTC): what one listener was sent, with five seconds before and after the spot."
      flush
    >
      <DataTable
        label="Recordings"
        columns={columnsFor(campaign)}
        rows={data}
        rowId={({ id }) => id}
        table={table}
        defaultSize={size}
        searchable={false}
      />
    </Surface>
  );
};

const column = createColumnHelper<CampaignProof>();

const columnsFor = ({ accountKey, id: cid, timezone }: RecordingsProps['campaign']) => [
  column.accessor('at', {
    header: 'Time',
    cell: ({ row: { original } }) => (
      <>
        {momentIn(original.at, timezone)}
        <Text size="sm" c="dimmed">
          <bdi>{original.stationName || 'Deleted station'}</bdi>
        </Text>
      </>
    ),
  }),
  column.accessor(({ from, to }) => to - from, {
    id: 'length',
    header: 'Spot',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => `${duration(original.to - original.from)} of ${duration(original.seconds)}`,
  }),
  column.accessor('sha256', {
    header: 'SHA-256',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ getValue }) => <Code title={getValue()}>{getValue().slice(0, 12)}…</Code>,
  }),
  column.display({
    id: 'hear',
    header: '',
    cell: ({ row: { original } }) => (
      <HearSpot
        name={`recording of ${momentIn(original.at, timezone)}`}
        load={() => fetchProofAudio(accountKey, cid, original.id)}
      />
    ),
  }),
];
