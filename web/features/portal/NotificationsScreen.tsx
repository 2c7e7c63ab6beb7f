import { ActionIcon, Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconEdit, IconNotification, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Notification } from '#contract/api/portal.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { moment } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { notificationsQuery, useNotifications } from './content-queries.ts';

const NotificationDialog = lazy(() =>
  loadChunk(() => import('./NotificationDialog.tsx')).then((part) => ({ default: part.NotificationDialog })),
);

const levelColors = { info: 'brand', success: 'green', warning: 'yellow', danger: 'red' } as const;

/** `/portal/notifications`: the active notifications. */
export const NotificationsScreen = () => {
  const { data } = useSuspenseQuery(notificationsQuery);
  const table = useTableState();
  const [editing, setEditing] = useState<Notification | 'new'>();
  const [removing, setRemoving] = useState<Notification>();
  const { remove } = useNotifications();
  const columns = useMemo(() => columnsOf(setEditing, setRemoving), []);
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEditing('new')}>
      Add notification
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Notifications"
        description="Announcements for all users, shown in the header of every page"
        actions={add}
      />
      <Surface flush>
        <DataTable
          label="Notifications"
          columns={columns}
          rows={data}
          rowId={({ id }) => id}
          table={table}
          defaultSize={10}
          empty={
            <EmptyState icon={<IconNotification size={30} />} title="No active notifications" action={add}>
              Notifications reach all users immediately, for example about maintenance, support hours or a new guide.
            </EmptyState>
          }
        />
      </Surface>
      <Suspense>
        {editing && (
          <NotificationDialog
            notification={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={removing !== undefined}
        title="Remove notification?"
        confirm="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          removing &&
          remove.mutate(removing.id, {
            onSuccess: () => toastSuccess('Notification removed.'),
            onSettled: () => setRemoving(undefined),
          })
        }
        onClose={() => setRemoving(undefined)}
      >
        “{removing?.title}” disappears for all users.
      </ConfirmDialog>
    </>
  );
};

const column = createColumnHelper<Notification>();
const columnsOf = (edit: (one: Notification) => void, remove: (one: Notification) => void) => [
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: one } }) => (
      <>
        <Group gap="xs" wrap="nowrap">
          <Text fw={600}>{one.title}</Text>
          <Badge color={levelColors[one.level]}>{one.level}</Badge>
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2} maw={520}>
          {one.text}
        </Text>
        {one.link !== '' && (
          <Anchor size="sm" href={one.link} target="_blank" rel="noreferrer">
            {one.link}
          </Anchor>
        )}
      </>
    ),
  }),
  column.accessor('published', { header: 'Published', cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap> }),
  column.accessor(({ until }) => until ?? '', {
    id: 'until',
    header: 'Until',
    cell: ({ getValue }) => <NoWrap>{getValue() === '' ? 'No end date' : moment(getValue())}</NoWrap>,
  }),
  column.display({
    id: 'actions',
    header: '',
    cell: ({ row: { original: one } }) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <ActionIcon aria-label={`Edit ${one.title}`} onClick={() => edit(one)}>
          <IconEdit size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${one.title}`} onClick={() => remove(one)}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  }),
];
