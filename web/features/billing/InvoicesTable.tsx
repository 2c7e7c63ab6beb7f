import { ActionIcon, Badge, Button, Group, Text, type MantineColor } from '@mantine/core';
import { IconDownload, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Invoice } from '#contract/api/payments.ts';
import type { InvoiceStatus } from '#contract/api/subscription.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { day } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { invoicesQuery, useDownloadInvoice, useDownloadInvoices } from './invoice-queries.ts';
import { amount } from './shared/charge-texts.ts';

const pageSize = 10;

/** All invoices, newest first, each as PDF, and all as CSV. */
export const InvoicesTable = ({ accountKey }: { accountKey: AccountKey }) => {
  const table = useTableState();
  const limit = table.size ?? pageSize;
  const { data, error } = useQuery({
    ...invoicesQuery(accountKey, { limit, offset: (table.page - 1) * limit }),
    throwOnError: false,
  });
  const download = useDownloadInvoice(accountKey);
  const all = useDownloadInvoices(accountKey);
  const { isPending, variables, mutate } = download;
  const columns = useMemo(
    () => columnsOf({ busy: isPending ? variables : undefined, download: mutate }),
    [isPending, variables, mutate],
  );
  return (
    <Surface
      title="Invoices"
      flush
      actions={
        data &&
        data.total > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={all.isPending}
            onClick={() => all.mutate()}
          >
            CSV
          </Button>
        )
      }
    >
      {error && !data ? (
        <Text p="md">{asApiError(error).text}</Text>
      ) : !data ? (
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
            <EmptyState icon={<IconFileInvoice size={30} />} title="No invoices yet">
              Every payment is listed here, with its invoice as PDF.
            </EmptyState>
          }
        />
      )}
    </Surface>
  );
};

const statusNames: Record<InvoiceStatus, [name: string, color: MantineColor]> = {
  draft: ['Draft', 'gray'],
  open: ['Unpaid', 'red'],
  paid: ['Paid', 'green'],
  uncollectible: ['Not collected', 'gray'],
  void: ['Void', 'gray'],
};

/** A change to a cheaper plan: nothing was paid, and the amount is left for later invoices. */
const credited = ['Credited', 'gray'] as const;

const column = createColumnHelper<Invoice>();
const columnsOf = ({ busy, download }: { busy: string | undefined; download: (id: string) => void }) => [
  column.accessor(({ number }) => number ?? '', {
    id: 'number',
    header: 'Invoice',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
            <bdi>{getValue() || 'Draft'}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            <NoWrap>{day(original.created)}</NoWrap>
          </Text>
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2} maw={520}>
          <bdi>{original.lines.map(({ description }) => description).join(', ')}</bdi>
        </Text>
      </>
    ),
  }),
  column.accessor('status', {
    header: 'State',
    enableSorting: false,
    cell: ({ row: { original } }) => {
      const [name, color] = original.total < 0 ? credited : statusNames[original.status];
      return (
        <Badge color={color} miw="max-content">
          {name}
        </Badge>
      );
    },
  }),
  column.accessor('total', {
    header: 'Amount',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <>
        <NoWrap>
          <bdi>{amount(original.total, original.currency)}</bdi>
        </NoWrap>
        {original.amount_due !== original.total && original.total > 0 && (
          <Text size="xs" c="dimmed">
            <NoWrap>
              <bdi>{amount(original.amount_due, original.currency)} after credit</bdi>
            </NoWrap>
          </Text>
        )}
        {original.tax !== 0 && (
          <Text size="xs" c="dimmed">
            <NoWrap>
              <bdi>incl. {amount(original.tax, original.currency)} tax</bdi>
            </NoWrap>
          </Text>
        )}
      </>
    ),
  }),
  column.display({
    id: 'pdf',
    header: '',
    cell: ({ row: { original } }) =>
      original.status !== 'draft' && (
        <Group justify="flex-end" wrap="nowrap">
          <ActionIcon
            aria-label={`Invoice ${original.number ?? ''} as PDF`}
            loading={busy === original.id}
            onClick={() => download(original.id)}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ),
  }),
];
