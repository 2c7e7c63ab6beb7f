import { Badge, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { CampaignSummary } from '#contract/api/campaign.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { useMay } from '#web/features/session/queries.ts';
import { day } from '#web/lib/format.ts';
import { toastUndoable } from '#web/lib/toasts.tsx';
import { CampaignMenu } from './CampaignMenu.tsx';
import { CampaignProgress } from './CampaignProgress.tsx';
import classes from './Campaigns.module.css';
import { usePatchCampaign } from './queries.ts';
import { paceOf } from './shared/campaign-labels.ts';
import { EndForecast } from './shared/EndForecast.tsx';
import { StatusBadge } from './shared/StatusBadge.tsx';

const column = createColumnHelper<CampaignSummary>();

/** The columns of the campaign list; without switch and menu for those who may not change campaigns. */
export const useCampaignColumns = (accountKey: AccountKey) => {
  const mayWrite = useMay('account.writeCampaigns', { accountKey });
  return useMemo(() => columnsOf(mayWrite), [mayWrite]);
};

const columnsOf = (mayWrite: boolean) => [
  ...(mayWrite
    ? [
        column.accessor(({ enabled }) => (enabled ? 'On' : 'Off'), {
          id: 'enabled',
          header: 'On',
          enableSorting: false,
          cell: ({ row: { original } }) => <CampaignSwitch campaign={original} />,
        }),
      ]
    : []),
  column.accessor('name', {
    header: 'Campaign',
    cell: ({ row: { original } }) => (
      <>
        <Link
          to="/accounts/$accountKey/advertising/$campaignId/report"
          params={{ accountKey: original.accountKey, campaignId: original.id }}
          className={classes.name}
        >
          <bdi>{original.name}</bdi>
        </Link>
        {original.network && (
          <Badge variant="light" color="grape" ms="xs">
            Network
          </Badge>
        )}
        {original.advertiser !== '' && (
          <Text size="sm" c="dimmed">
            <bdi>{original.advertiser}</bdi>
          </Text>
        )}
      </>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <StatusBadge campaign={original} />,
  }),
  column.accessor('progress', {
    id: 'actual',
    header: 'Impressions',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <CampaignProgress campaign={original} />,
  }),
  column.accessor('deliveryRate', {
    header: 'Pace',
    meta: { onPhone: 'below' },
    cell: ({ getValue }) => <Pace deliveryRate={getValue()} />,
  }),
  column.display({
    id: 'forecast',
    header: 'Forecast',
    meta: { onPhone: 'named' },
    cell: ({ row: { original } }) => <EndForecast campaign={original} />,
  }),
  // One column for both, or the actions would be out of view beside the navigation.
  column.accessor(({ startDate, endDate }) => `${startDate} – ${endDate}`, {
    id: 'endDate',
    header: 'Days',
    meta: { onPhone: 'hidden' },
    cell: ({ row: { original } }) => (
      <Text size="sm" component="span" style={{ whiteSpace: 'nowrap' }}>
        {day(original.startDate)} –<br />
        {day(original.endDate)}
      </Text>
    ),
  }),
  column.display({
    id: 'menu',
    header: '',
    cell: ({ row: { original } }) => <CampaignMenu campaign={original} mayWrite={mayWrite} />,
  }),
];

const Pace = ({ deliveryRate }: { deliveryRate: number | null }) => {
  const pace = paceOf(deliveryRate);
  if (!pace)
    return (
      <Text size="sm" c="dimmed">
        Not started
      </Text>
    );
  return (
    <Badge color={pace.color} variant="dot" tt="none" miw="max-content">
      {pace.text}
    </Badge>
  );
};

const CampaignSwitch = ({ campaign: { id, accountKey, name, enabled, status } }: { campaign: CampaignSummary }) => {
  const { mutate, isPending, variables } = usePatchCampaign(accountKey);
  const set = (to: boolean, onSuccess?: () => void): void =>
    mutate({ id, enabled: to }, onSuccess === undefined ? {} : { onSuccess });
  return (
    <Switch
      aria-label={`${name}: on`}
      checked={isPending ? variables.enabled === true : enabled}
      disabled={isPending || status === 'archived'}
      onChange={({ currentTarget: { checked } }) =>
        set(checked, () => toastUndoable(checked ? `${name} is on.` : `${name} is paused.`, () => set(!checked)))
      }
    />
  );
};
