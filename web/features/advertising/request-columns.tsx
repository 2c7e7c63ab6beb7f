import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { AdRequest } from '#contract/api/ad-requests.ts';
import { money } from '#web/lib/currencies.ts';
import { day, whole } from '#web/lib/format.ts';
import { formatDays } from '#web/parts/report-days.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import classes from './Campaigns.module.css';
import { requestStatusLabels } from './shared/campaign-labels.ts';
import { RequestBadge } from './shared/RequestBadge.tsx';

const column = createColumnHelper<AdRequest>();

/** The columns of advertising requests; those of the portal name the account. */
export const requestColumns = (ofPortal: boolean) => [
  column.accessor('campaignName', {
    header: 'Campaign',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        <Link
          to="/accounts/$accountKey/advertising/requests/$requestId"
          params={{ accountKey: original.account.key, requestId: original.id }}
          className={classes.name}
        >
          <bdi>{original.campaignName}</bdi>
        </Link>
        <Text size="sm" c="dimmed">
          <bdi>{ofPortal ? original.account.company : original.advertiser}</bdi>
        </Text>
      </>
    ),
  }),
  column.accessor(({ status }) => requestStatusLabels[status][0], {
    id: 'status',
    header: 'Status',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <RequestBadge status={original.status} />,
  }),
  column.accessor('impressionsGoal', {
    header: 'Impressions',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'named' },
    cell: ({ getValue }) => <NoWrap>{whole(getValue())}</NoWrap>,
  }),
  column.accessor('cost', {
    header: 'Cost',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ row: { original } }) => <NoWrap>{money(original.cost, original.currency)}</NoWrap>,
  }),
  column.accessor(({ startDate, endDate }) => formatDays(startDate, endDate), {
    id: 'days',
    header: 'Days',
    enableSorting: false,
    meta: { onPhone: 'hidden' },
    cell: ({ getValue }) => <NoWrap>{getValue()}</NoWrap>,
  }),
  column.accessor('created', {
    header: 'Sent',
    enableSorting: false,
    meta: { onPhone: 'hidden' },
    cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap>,
  }),
];
