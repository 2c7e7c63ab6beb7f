import { Anchor, Badge, Button, Code, Text, type MantineColor } from '@mantine/core';
import { IconRefresh, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { BillingEvent } from '#contract/api/billing-admin.ts';
import { moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { billingEventsQuery, useReplayEvent, type EventState } from './payments-queries.ts';
import { RowFilter } from './RowFilter.tsx';

const route = getRouteApi('/shell/portal/payments');
const pageSize = 50;

/** The payment provider's events by state, each with a button to handle it again. */
export const BillingEventsTable = () => {
  const { only } = route.useSearch();
  const table = useTableState();
  const size = table.size ?? pageSize;
  const { data, error } = useQuery(billingEventsQuery({ limit: size, offset: (table.page - 1) * size, state: only }));
  if (error && !data) throw error;
  const filter = <RowFilter label="State" value={only} choices={filterNames} />;
  return (
    <Surface flush>
      {!data ? (
        <ScreenSkeleton />
      ) : (
        <DataTable
          label="Events"
          columns={columns}
          rows={data.entities}
          rowId={({ id }) => id}
          table={table}
          defaultSize={pageSize}
          server={{ total: data.total }}
          searchable={false}
          csv={false}
          tools={filter}
          {...(only === undefined && {
            empty: (
              <EmptyState icon={<IconWebhook size={30} />} title="No events yet">
                The payment provider reports every purchase, payment and cancellation here.
              </EmptyState>
            ),
          })}
        />
      )}
    </Surface>
  );
};

const states: Record<EventState, [name: string, color: MantineColor]> = {
  new: ['Waiting', 'yellow'],
  done: ['Handled', 'green'],
  ignored: ['Ignored', 'gray'],
  failed: ['Failed', 'red'],
};
const filterNames: Record<EventState, string> = {
  failed: 'Failed',
  new: 'Waiting',
  done: 'Handled',
  ignored: 'Ignored',
};

const Replay = ({ event }: { event: BillingEvent }) => {
  const replay = useReplayEvent();
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={replay.isPending}
      leftSection={<IconRefresh size={15} aria-hidden />}
      aria-label={`Handle ${event.type} again`}
      onClick={() =>
        replay.mutate(event.id, {
          onSuccess: ({ state, error }) =>
            toastSuccess(state === 'failed' ? `It failed again: ${error ?? ''}` : 'The event is handled again.'),
        })
      }
    >
      Replay
    </Button>
  );
};

const column = createColumnHelper<BillingEvent>();
const columns = [
  column.accessor('type', {
    header: 'Event',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <>
        <Text size="sm" fw={600}>
          {getValue()}
        </Text>
        <Code>{original.id}</Code>
        {original.error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" maw={420} lineClamp={3}>
            {original.error}
          </Text>
        )}
      </>
    ),
  }),
  column.accessor(({ account }) => account?.company ?? '', {
    id: 'account',
    header: 'Account',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) =>
      original.account && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/accounts/$accountKey/subscriptions/billing"
              params={{ accountKey: original.account!.key }}
              {...props}
            />
          )}
        >
          {getValue()}
        </Anchor>
      ),
  }),
  column.accessor('state', {
    header: 'State',
    enableSorting: false,
    cell: ({ getValue }) => {
      const [name, color] = states[getValue()];
      return (
        <Badge color={color} miw="max-content">
          {name}
        </Badge>
      );
    },
  }),
  column.accessor('attempts', { header: 'Attempts', enableSorting: false, meta: { align: 'end' } }),
  column.accessor('received', {
    header: 'Received',
    enableSorting: false,
    cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap>,
  }),
  column.display({ id: 'replay', header: '', cell: ({ row: { original } }) => <Replay event={original} /> }),
];
