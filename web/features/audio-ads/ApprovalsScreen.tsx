import { Badge, Button, Group, Text, type MantineColor } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { AdApproval } from '#contract/api/audio-ads.ts';
import { adCategories } from '#contract/rules/ad-rules.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { useMay } from '#web/features/session/queries.ts';
import { duration as clock } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { formatDays } from '#web/parts/report-days.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { HearSpot } from '#web/features/advertising/shared/HearSpot.tsx';
import { approvalsQuery, fetchApprovalAudio, useDecideCampaign } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/settings/audio-ads/approvals');

/** `…/audio-ads/approvals`: campaigns of other accounts that wait for the station, or that it decided about. */
export const ApprovalsScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: approvals } = useSuspenseQuery(approvalsQuery(stationKey));
  const mayDecide = useMay('station.setAds', { accountKey, stationKey }) && !station.suspended;
  const table = useLocalTableState();
  const columns = useMemo(() => columnsOf(stationKey, mayDecide), [stationKey, mayDecide]);
  usePageTitle(`${station.name}: Approvals`);
  return (
    <Surface title="Campaigns of other accounts" description="They play only after you approve them." flush>
      <DataTable
        label="Campaigns"
        columns={columns}
        rows={approvals}
        rowId={({ campaign }) => campaign}
        table={table}
        searchable={approvals.length > 10}
        csv={false}
        empty={
          <EmptyState icon={<IconChecklist size={30} />} title="Nothing to approve">
            Campaigns of other accounts appear here if you choose “I approve each campaign” under “Settings”.
          </EmptyState>
        }
      />
    </Surface>
  );
};

const states: Readonly<Record<AdApproval['state'], readonly [name: string, color: MantineColor]>> = {
  waiting: ['Waiting', 'yellow'],
  approved: ['Approved', 'green'],
  rejected: ['Rejected', 'red'],
};

const Decide = ({ stationKey, approval }: { stationKey: StationKey; approval: AdApproval }) => {
  const decide = useDecideCampaign(stationKey);
  const { campaign, name, state } = approval;
  const set = (to: 'approved' | 'rejected'): void =>
    decide.mutate(
      { campaign, state: to },
      { onSuccess: () => toastSuccess(to === 'approved' ? `“${name}” may play.` : `“${name}” does not play here.`) },
    );
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {state !== 'approved' && (
        <Button
          size="compact-sm"
          aria-label={`Approve ${name}`}
          loading={decide.isPending}
          onClick={() => set('approved')}
        >
          Approve
        </Button>
      )}
      {state !== 'rejected' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Reject ${name}`}
          loading={decide.isPending}
          onClick={() => set('rejected')}
        >
          Reject
        </Button>
      )}
    </Group>
  );
};

const column = createColumnHelper<AdApproval>();
const columnsOf = (stationKey: StationKey, mayDecide: boolean) => [
  column.accessor('name', {
    header: 'Campaign',
    cell: ({ row: { original } }) => (
      <>
        <Text fw={600}>
          <bdi>{original.name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <bdi>{[original.advertiser, adCategories[original.category]].filter(Boolean).join(' · ')}</bdi>
        </Text>
      </>
    ),
  }),
  column.accessor(({ startDate, endDate }) => formatDays(startDate, endDate), {
    id: 'days',
    header: 'Days',
    enableSorting: false,
    cell: ({ getValue }) => <NoWrap>{getValue()}</NoWrap>,
  }),
  column.accessor(({ duration }) => duration ?? 0, {
    id: 'duration',
    header: 'Length',
    meta: { align: 'end' },
    cell: ({ getValue, row: { original } }) =>
      getValue() === 0 ? (
        '–'
      ) : (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          {clock(getValue())}
          <HearSpot name={original.name} load={() => fetchApprovalAudio(stationKey, original.campaign)} />
        </Group>
      ),
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => {
      const [name, color] = states[getValue()];
      return (
        <Badge color={color} variant="light" miw="max-content">
          {name}
        </Badge>
      );
    },
  }),
  ...(mayDecide
    ? [
        column.display({
          id: 'decide',
          header: '',
          cell: ({ row: { original } }) => <Decide stationKey={stationKey} approval={original} />,
        }),
      ]
    : []),
];
