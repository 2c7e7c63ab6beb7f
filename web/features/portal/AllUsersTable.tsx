import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { limits } from '#contract/limits.ts';
import type { PortalUser } from '#contract/people.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { day } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { RowFilter } from './RowFilter.tsx';
import classes from './PortalLists.module.css';
import { portalUsersQuery, useRemoveSecondFactors, useSuspendUser } from './queries.ts';

const route = getRouteApi('/shell/portal/people');
const sortable = { fullName: 'name', email: 'email', created: 'created' } as const;
const filters = { disabled: 'Suspended', admins: 'Portal administrators' } as const;
type Person = z.infer<typeof PortalUser>;

/** All users who ever signed in, with actions to suspend or reactivate them. */
export const AllUsersTable = () => {
  const table = useTableState();
  const { only } = route.useSearch();
  const [sort] = table.sorting;
  const { data } = useSuspenseQuery(
    portalUsersQuery({
      pageNumber: table.page - 1,
      pageSize: table.size ?? limits.peopleListPage,
      sortBy: sortable[(sort?.id ?? 'fullName') as keyof typeof sortable] ?? 'name',
      sortDesc: sort?.desc ?? false,
      search: table.search,
      only,
    }),
  );
  return (
    <Surface flush>
      <DataTable
        label="All users"
        columns={columns}
        rows={data.entities}
        rowId={({ id }) => id}
        table={table}
        defaultSize={limits.peopleListPage}
        server={{ total: data.total, capped: data.capped }}
        tools={<RowFilter label="Filter users" value={only} choices={filters} />}
      />
    </Surface>
  );
};

/** Suspends a user after a confirmation, because it signs them out; reactivates without one. */
const SuspendButton = ({ person }: { person: Person }) => {
  const { data: me } = useQuery(meQuery);
  const [isConfirming, setConfirming] = useState(false);
  const change = useSuspendUser();
  const name = person.fullName || person.email;
  if (person.id === me?.id) return <Text size="sm">You</Text>;
  const run = (suspend: boolean): void =>
    change.mutate(
      { userId: person.id, suspend },
      {
        onSuccess: () => toastSuccess(suspend ? `${name} suspended.` : `${name} can sign in again.`),
        onSettled: () => setConfirming(false),
      },
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        aria-label={`${person.disabled ? 'Reactivate' : 'Suspend'} ${name}`}
        onClick={() => (person.disabled ? run(false) : setConfirming(true))}
      >
        {person.disabled ? 'Reactivate' : 'Suspend'}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Suspend ${name}?`}
        confirm="Suspend"
        danger
        busy={change.isPending}
        onConfirm={() => run(true)}
        onClose={() => setConfirming(false)}
      >
        {name} is signed out within a minute and cannot sign in again. Their accounts and stations are not affected.
      </ConfirmDialog>
    </>
  );
};

/** For a user who lost their second factor and recovery codes: removes them, so that the password alone is enough. */
const RemoveFactorsButton = ({ person }: { person: Person }) => {
  const { data: me } = useQuery(meQuery);
  const [isConfirming, setConfirming] = useState(false);
  const remove = useRemoveSecondFactors();
  const name = person.fullName || person.email;
  if (!person.secondFactor || person.id === me?.id) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove the second factors of ${name}`}
        onClick={() => setConfirming(true)}
      >
        Remove second factors
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Remove the second factors of ${name}?`}
        confirm="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(person.id, {
            onSuccess: () => toastSuccess(`${name} now signs in without a second factor.`),
            onSettled: () => setConfirming(false),
          })
        }
        onClose={() => setConfirming(false)}
      >
        Make sure that {name} really requested this. They are signed out, notified by e-mail, and can then sign in with
        their password alone.
      </ConfirmDialog>
    </>
  );
};

const column = createColumnHelper<Person>();
const columns = [
  column.accessor('fullName', {
    header: 'Name',
    cell: ({ row: { original: person } }) => (
      <span className={classes.name}>
        <Artwork name={person.fullName || person.email} src={person.avatar ?? undefined} size={32} />
        <span>{person.fullName || '—'}</span>
      </span>
    ),
  }),
  column.accessor('email', { header: 'E-mail', meta: { onPhone: 'below' } }),
  column.display({
    id: 'state',
    header: 'State',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) =>
      original.disabled ? (
        <Badge color="yellow">Suspended</Badge>
      ) : original.portalAdmin ? (
        <Badge miw="max-content">Portal administrator</Badge>
      ) : (
        <Badge color="gray">Active</Badge>
      ),
  }),
  column.accessor('accounts', {
    header: 'Accounts',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'named' },
  }),
  column.accessor('stations', {
    header: 'Stations',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'named' },
  }),
  column.accessor('created', {
    header: 'Since',
    cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap>,
    meta: { onPhone: 'hidden' },
  }),
  column.display({
    id: 'suspend',
    header: '',
    cell: ({ row: { original } }) => (
      <Group gap="xs" justify="flex-end">
        <RemoveFactorsButton person={original} />
        <SuspendButton person={original} />
      </Group>
    ),
  }),
];
