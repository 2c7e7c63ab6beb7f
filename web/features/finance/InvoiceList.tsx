import { ActionIcon, Badge, Button, Group, Text, type MantineColor } from '@mantine/core';
import { IconDownload, IconFileInvoice, IconSend, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { AdInvoice, AdInvoiceState } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { useMay } from '#web/features/session/queries.ts';
import { money } from '#web/lib/currencies.ts';
import { day } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { monthName } from './money-texts.ts';
import { invoicesQuery, useDownloadAdInvoice, usePayAdInvoice, useSendAdInvoice, useVoidAdInvoice } from './queries.ts';

const pageSize = 10;

/** The invoices of an account: as PDF, sent by mail, voided, and marked as paid by the portal. */
export const InvoiceList = ({ accountKey }: { accountKey: AccountKey }) => {
  const table = useLocalTableState();
  const limit = table.size ?? pageSize;
  const { data, error } = useQuery(invoicesQuery(accountKey, { limit, offset: (table.page - 1) * limit }));
  const [voiding, setVoiding] = useState<AdInvoice>();
  const mayWrite = useMay('account.createInvoice', { accountKey });
  const mayPay = useMay('portal.write');
  const columns = useMemo(() => columnsOf({ mayWrite, mayPay, onVoid: setVoiding }), [mayWrite, mayPay]);
  const remove = useVoidAdInvoice();
  if (error && !data) throw error;
  return (
    <Surface title="Invoices" flush mt="md">
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
            <EmptyState icon={<IconFileInvoice size={30} />} title="No invoices yet">
              Create one of a statement above. Its number continues the account’s own series.
            </EmptyState>
          }
        />
      )}
      <ConfirmDialog
        opened={voiding !== undefined}
        title={`Void invoice ${voiding?.number ?? ''}?`}
        confirm="Void invoice"
        danger
        busy={remove.isPending}
        onClose={() => setVoiding(undefined)}
        onConfirm={() => {
          if (!voiding) return;
          remove.mutate(
            { id: accountKey, invoiceId: voiding.id },
            {
              onSuccess: () => toastSuccess(`Invoice ${voiding.number} is void.`),
              onSettled: () => setVoiding(undefined),
            },
          );
        }}
      >
        Its number is not used again. You can then create another invoice of the same statement.
      </ConfirmDialog>
    </Surface>
  );
};

const stateNames: Record<AdInvoiceState, [name: string, color: MantineColor]> = {
  draft: ['Draft', 'gray'],
  sent: ['Sent', 'blue'],
  paid: ['Paid', 'green'],
  void: ['Void', 'gray'],
};

type Rights = { mayWrite: boolean; mayPay: boolean; onVoid: (invoice: AdInvoice) => void };
const column = createColumnHelper<AdInvoice>();

const columnsOf = (rights: Rights) => [
  column.accessor('number', {
    header: 'Invoice',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <>
        <Text size="sm" fw={600}>
          <NoWrap>{getValue()}</NoWrap>
        </Text>
        <Text size="sm" c="dimmed">
          <NoWrap>{monthName(original.month)}</NoWrap>
        </Text>
      </>
    ),
  }),
  column.accessor('amount', {
    header: 'Amount',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ row: { original }, getValue }) => {
      const [name, color] = stateNames[original.state];
      const at = original.voided ?? original.paid ?? original.sent ?? original.created;
      return (
        <>
          <Text size="sm">
            <NoWrap>{money(getValue(), original.currency)}</NoWrap>
          </Text>
          <Badge color={color} miw="max-content">
            {name}
          </Badge>
          <Text size="xs" c="dimmed">
            <NoWrap>{day(at)}</NoWrap>
          </Text>
        </>
      );
    },
  }),
  column.display({
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => <InvoiceActions invoice={original} {...rights} />,
  }),
];

/** What can be done with an invoice in its state. */
export const InvoiceActions = ({ invoice, mayWrite, mayPay, onVoid }: Rights & { invoice: AdInvoice }) => {
  const { id, number, state, account } = invoice;
  const of = { id: account.key, invoiceId: id };
  const download = useDownloadAdInvoice();
  const send = useSendAdInvoice();
  const pay = usePayAdInvoice();
  return (
    <Group gap={4} justify="flex-end">
      {mayWrite && state === 'draft' && (
        <Button
          size="xs"
          variant="light"
          miw="max-content"
          leftSection={<IconSend size={15} aria-hidden />}
          loading={send.isPending}
          aria-label={`Send invoice ${number}`}
          onClick={() =>
            send.mutate(of, { onSuccess: ({ brdEmail }) => toastSuccess(`Invoice ${number} is sent to ${brdEmail}.`) })
          }
        >
          Send
        </Button>
      )}
      {mayPay && state === 'sent' && (
        <Button
          size="xs"
          variant="light"
          miw="max-content"
          loading={pay.isPending}
          aria-label={`Mark invoice ${number} as paid`}
          onClick={() => pay.mutate(id, { onSuccess: () => toastSuccess(`Invoice ${number} is paid.`) })}
        >
          Mark as paid
        </Button>
      )}
      <ActionIcon
        aria-label={`Invoice ${number} as PDF`}
        loading={download.isPending}
        onClick={() => download.mutate({ ...of, number })}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
      {mayWrite && (state === 'draft' || state === 'sent') && (
        <ActionIcon aria-label={`Void invoice ${number}`} color="red" onClick={() => onVoid(invoice)}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
};
