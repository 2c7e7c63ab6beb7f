import { Badge } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { Subscription } from '#contract/api/subscription.ts';
import { day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { subscriptionsQuery } from './queries.ts';
import { isShown } from './shared/active-subscriptions.ts';
import { nameOfSubscription, statusName } from './shared/plan-labels.ts';
import { priceText } from './subscription-texts.ts';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `…/subscriptions/archive`: "Legacy Plans" (spec §2): legacy and ended subscriptions. */
export const LegacyPlansScreen = () => {
  const { accountKey } = route.useParams();
  const { data } = useSuspenseQuery(subscriptionsQuery(accountKey));
  const table = useTableState();
  const rows = data.filter((one) => one.legacySubscription || !isShown(one));
  return (
    <Surface flush>
      <DataTable
        label="Legacy Plans"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        table={table}
        defaultSize={10}
        empty={
          <EmptyState icon={<IconArchive size={30} />} title="No legacy plans">
            Ended subscriptions and plans that are no longer offered are listed here.
          </EmptyState>
        }
      />
    </Surface>
  );
};

const column = createColumnHelper<Subscription>();
const columns = [
  column.accessor(nameOfSubscription, { id: 'plan', header: 'Plan' }),
  column.accessor(priceText, { id: 'price', header: 'Price' }),
  column.accessor(({ status }) => statusName[status], {
    id: 'status',
    header: 'State',
    cell: ({ row: { original }, getValue }) => (
      <>
        <Badge color={isShown(original) ? 'brand' : 'gray'} miw="max-content">
          {getValue()}
        </Badge>{' '}
        {original.legacySubscription && (
          <Badge color="gray" miw="max-content">
            Legacy
          </Badge>
        )}
      </>
    ),
  }),
  column.accessor('created', { header: 'From', cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap> }),
  column.accessor(({ canceled_at }) => canceled_at ?? '', {
    id: 'canceled_at',
    header: 'Cancelled',
    cell: ({ getValue }) => <NoWrap>{getValue() === '' ? '' : day(getValue())}</NoWrap>,
  }),
];
