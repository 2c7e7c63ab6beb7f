import { Button, Text } from '@mantine/core';
import { IconMailForward, IconMailX, IconUserMinus, IconUserPlus, IconUsers, IconUserUp } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ListedPerson } from '#contract/api/listed-person.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import { mayDo } from '#contract/rules/permissions.ts';
import { meQuery, rolesOf } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { day } from '#web/lib/format.ts';
import { invitesQuery, peopleQuery, useChangeRole, useRemove, useWithdraw } from '#web/parts/people-queries.ts';
import { ownRoleChoices, rolesIn, grantableRoles, heldAndInvited, type Scope } from '#web/parts/people-scope.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { HiddenHeader } from '#web/ui/table/HiddenHeader.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { RoleBadges } from './RoleBadges.tsx';
import classes from './PeopleTable.module.css';

// The dialogs load on demand.
const InviteDialog = lazy(() =>
  loadChunk(() => import('./InviteDialog.tsx')).then((part) => ({ default: part.InviteDialog })),
);
const RoleDialog = lazy(() =>
  loadChunk(() => import('./RoleDialog.tsx')).then((part) => ({ default: part.RoleDialog })),
);

const manages = {
  portal: 'portal.managePeople',
  account: 'account.managePeople',
  station: 'station.managePeople',
} as const;

/** The members of the portal, an account or a station with their roles and invitations, and the actions on them. */
export const PeopleTable = ({ scope }: { scope: Scope }) => {
  const { data: people } = useSuspenseQuery(peopleQuery(scope));
  const { data: me } = useSuspenseQuery(meQuery);
  const table = useTableState();
  const myRoles = rolesOf(me, scope.kind === 'portal' ? {} : scope);
  const mayManage = mayDo(manages[scope.kind], myRoles);
  const assignableRoles = mayManage ? grantableRoles(scope.kind, myRoles) : [];
  const [inviting, setInviting] = useState(false);
  const columns = useMemo(
    () => [...baseColumns, ...(assignableRoles.length > 0 ? [actionsColumn(scope, assignableRoles, me.id)] : [])],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- both are new objects at each render
    [JSON.stringify(scope), assignableRoles.join(), me.id],
  );
  const invite = assignableRoles.length > 0 && (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      Invite people
    </Button>
  );
  return (
    <Surface flush>
      <DataTable
        label={scope.kind === 'portal' ? 'Administrators' : 'Team'}
        columns={columns}
        rows={people}
        rowId={({ id, email }) => id ?? email}
        table={table}
        defaultSize={10}
        tools={invite}
        empty={
          <EmptyState icon={<IconUsers size={30} />} title="No members yet" action={invite}>
            Invite people by e-mail. Each gets only the role you choose.
          </EmptyState>
        }
      />
      <Suspense>
        {inviting && <InviteDialog scope={scope} roles={assignableRoles} opened onClose={() => setInviting(false)} />}
      </Suspense>
    </Surface>
  );
};

const column = createColumnHelper<ListedPerson>();
const baseColumns = [
  column.accessor(({ fullName, email }) => fullName || email, {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original: person } }) => (
      <span className={classes.person}>
        <Artwork name={person.fullName || person.email} src={person.avatar ?? undefined} size={36} />
        <span className={classes.words}>
          <Text fw={600} component="span">
            {person.fullName || person.email}
          </Text>
          {person.fullName !== '' && person.fullName !== person.email && (
            <Text size="sm" c="dimmed" component="span">
              {person.email}
            </Text>
          )}
        </span>
      </span>
    ),
  }),
  column.accessor(({ roles }) => roles.join(', '), {
    id: 'roles',
    header: 'Role',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <RoleBadges roles={original.roles} />,
  }),
  column.accessor(({ since }) => since ?? '', {
    id: 'since',
    header: 'Since',
    meta: { onPhone: 'named' },
    cell: ({ getValue }) => <NoWrap>{getValue() === '' ? '' : day(getValue())}</NoWrap>,
  }),
];

const actionsColumn = (scope: Scope, roles: readonly PeopleRole[], myId: string) =>
  column.display({
    id: 'actions',
    header: () => <HiddenHeader>Actions</HiddenHeader>,
    cell: ({ row: { original } }) => (
      <PersonActions scope={scope} assignableRoles={roles} person={original} isMe={original.id === myId} />
    ),
    meta: { align: 'end' },
  });

type PersonActionsProps = { scope: Scope; assignableRoles: readonly PeopleRole[]; person: ListedPerson; isMe: boolean };

const PersonActions = ({ scope, assignableRoles, person, isMe }: PersonActionsProps) => {
  const { held, invited } = heldAndInvited(person.roles);
  const roles = isMe && held ? ownRoleChoices(scope.kind, assignableRoles, held) : assignableRoles;
  const [openDialog, setOpenDialog] = useState<'role' | 'remove' | 'withdraw'>();
  const resend = useChangeRole(scope);
  const name = person.fullName || person.email;
  const mayEdit = roles.includes(held ?? invited ?? 'owner');
  if (!mayEdit) return null;
  const mayChange = held !== undefined && rolesIn[scope.kind].length > 1 && roles.length > 1;
  return (
    <>
      <MoreMenu label={`Actions for ${name}`}>
        <DropGroup>
          {mayChange && (
            <DropItem icon={<IconUserUp size={17} aria-hidden />} onClick={() => setOpenDialog('role')}>
              Change role
            </DropItem>
          )}
          {invited !== undefined && roles.includes(invited) && (
            <>
              <DropItem
                icon={<IconMailForward size={17} aria-hidden />}
                onClick={() =>
                  resend.mutate(
                    { email: person.email, role: invited, ...person.basic_info },
                    {
                      onSuccess: () =>
                        toastSuccess(
                          'Without your message. The earlier link no longer works.',
                          'Invitation sent again',
                        ),
                    },
                  )
                }
              >
                Resend invitation
              </DropItem>
              <DropItem icon={<IconMailX size={17} aria-hidden />} onClick={() => setOpenDialog('withdraw')}>
                Withdraw invitation
              </DropItem>
            </>
          )}
          {held !== undefined && (
            <DropItem danger icon={<IconUserMinus size={17} aria-hidden />} onClick={() => setOpenDialog('remove')}>
              {isMe ? 'Leave' : 'Remove'}
            </DropItem>
          )}
        </DropGroup>
      </MoreMenu>
      <Suspense>
        {openDialog === 'role' && (
          <RoleDialog scope={scope} roles={roles} person={person} onClose={() => setOpenDialog(undefined)} />
        )}
      </Suspense>
      <RemoveDialog
        scope={scope}
        person={person}
        isMe={isMe}
        opened={openDialog === 'remove'}
        onClose={() => setOpenDialog(undefined)}
      />
      <WithdrawDialog
        scope={scope}
        person={person}
        opened={openDialog === 'withdraw'}
        onClose={() => setOpenDialog(undefined)}
      />
    </>
  );
};

type DialogProps = { scope: Scope; person: ListedPerson; opened: boolean; onClose: () => void };
const scopeNames = { portal: 'the portal’s administration', account: 'this account', station: 'this station' };

const RemoveDialog = ({ scope, person, isMe, opened, onClose }: DialogProps & { isMe: boolean }) => {
  const remove = useRemove(scope);
  const { held } = heldAndInvited(person.roles);
  const name = person.fullName || person.email;
  return (
    <ConfirmDialog
      opened={opened}
      title={isMe ? `Leave ${scopeNames[scope.kind]}?` : `Remove ${name}?`}
      confirm={isMe ? 'Leave' : 'Remove'}
      danger
      busy={remove.isPending}
      onConfirm={() =>
        held &&
        remove.mutate(
          { role: held, id: person.id, email: person.email },
          {
            onSuccess: () => toastSuccess(isMe ? 'You left.' : `${name} removed.`),
            onSettled: onClose,
          },
        )
      }
      onClose={onClose}
    >
      {isMe
        ? 'You lose access immediately. Only a remaining member can invite you again.'
        : `${name} loses access to ${scopeNames[scope.kind]} immediately. Everything they created is kept. You can invite them again.`}
    </ConfirmDialog>
  );
};

const WithdrawDialog = ({ scope, person, opened, onClose }: DialogProps) => {
  const { data: invites } = useQuery({ ...invitesQuery(scope), enabled: opened });
  const withdraw = useWithdraw(scope);
  const token = invites?.find(({ invitedEmail }) => invitedEmail === person.email)?.token;
  return (
    <ConfirmDialog
      opened={opened}
      title="Withdraw invitation?"
      confirm="Withdraw"
      danger
      busy={withdraw.isPending || (opened && token === undefined)}
      onConfirm={() =>
        token !== undefined &&
        withdraw.mutate(token, {
          onSuccess: () => toastSuccess(`Invitation to ${person.email} withdrawn.`),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    >
      The link sent to {person.email} stops working.
    </ConfirmDialog>
  );
};
