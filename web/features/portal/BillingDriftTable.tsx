import { Anchor } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { BillingDrift } from '#contract/api/billing-admin.ts';
import { moment } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { billingDriftQuery } from './payments-queries.ts';

const pageSize = 50;

/** What the nightly comparison with the payment provider found and corrected. */
export const BillingDriftTable = () => {
  const table = useTableState();
  const size = table.size ?? pageSize;
  const { data, error } = useQuery(billingDriftQuery({ limit: size, offset: (table.page - 1) * size }));
  if (error && !data) throw error;
  return (
    <Surface flush>
      {!data ? (
        <ScreenSkeleton />
      ) : (
        <DataTable
          label="Differences"
          columns={columns}
          rows={data.entities}
          rowId={({ id }) => String(id)}
          table={table}
          defaultSize={pageSize}
          server={{ total: data.total }}
          searchable={false}
          empty={
            <EmptyState icon={<IconCircleCheck size={30} />} title="No differences">
              Our copy equals the payment provider’s. It is compared every night.
            </EmptyState>
          }
        />
      )}
    </Surface>
  );
};

const column = createColumnHelper<BillingDrift>();
const columns = [
  column.accessor('found', {
    header: 'Found',
    enableSorting: false,
    cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap>,
  }),
  column.accessor(({ account }) => account.company, {
    id: 'account',
    header: 'Account',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/accounts/$accountKey/subscriptions/billing"
            params={{ accountKey: original.account.key }}
            {...props}
          />
        )}
      >
        {getValue()}
      </Anchor>
    ),
  }),
  column.accessor('what', { header: 'Difference', enableSorting: false }),
];
