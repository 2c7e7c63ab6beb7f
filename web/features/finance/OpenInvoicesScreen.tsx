import { Anchor, Text } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { AdInvoice } from '#contract/api/finance.ts';
import { money } from '#web/lib/currencies.ts';
import { day } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { InvoiceActions } from './InvoiceList.tsx';
import { monthName } from './money-texts.ts';
import { openInvoicesQuery } from './queries.ts';

const pageSize = 25;

/** `/portal/ad-invoices`: the invoices of all accounts that the portal has to pay, the oldest first. */
export const OpenInvoicesScreen = () => {
  const table = useTableState();
  const limit = table.size ?? pageSize;
  const { data, error } = useQuery(openInvoicesQuery({ limit, offset: (table.page - 1) * limit }));
  if (error && !data) throw error;
  return (
    <>
      <PageHeader
        title="Advertising invoices"
        description="What accounts have earned with audio ads and wait to be paid"
      />
      <Surface flush>
        {!data ? (
          <ScreenSkeleton />
        ) : (
          <DataTable
            label="Invoices"
            columns={columns}
            rows={data.entities}
            rowId={({ id }) => id}
            table={table}
            defaultSize={pageSize}
            server={{ total: data.total }}
            searchable={false}
            csv={false}
            empty={
              <EmptyState icon={<IconFileInvoice size={30} />} title="Nothing to pay">
                Invoices appear here when accounts send them, under “Finance”.
              </EmptyState>
            }
          />
        )}
      </Surface>
    </>
  );
};

const column = createColumnHelper<AdInvoice>();
const columns = [
  column.accessor(({ account }) => account.company, {
    id: 'account',
    header: 'Account',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <>
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              to="/accounts/$accountKey/finance/invoice"
              params={{ accountKey: original.account.key }}
              search={{}}
              {...props}
            />
          )}
        >
          <bdi>{getValue() || original.accountName}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          <NoWrap>
            {original.number}, {monthName(original.month)}
          </NoWrap>
        </Text>
        <Text size="xs" c="dimmed">
          <NoWrap>Sent {day(original.sent ?? original.created)}</NoWrap>
        </Text>
      </>
    ),
  }),
  column.accessor('amount', {
    header: 'Amount',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ row: { original }, getValue }) => <NoWrap>{money(getValue(), original.currency)}</NoWrap>,
  }),
  column.display({
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => (
      <InvoiceActions invoice={original} mayWrite={false} mayPay onVoid={() => undefined} />
    ),
  }),
];
