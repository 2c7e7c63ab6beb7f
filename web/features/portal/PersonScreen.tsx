import { Anchor, Badge, Button, Group, SimpleGrid, Table, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PersonPage } from '#contract/api/person-page.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { day } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Artwork } from '#web/ui/Artwork.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { RemoveFactorsButton, SuspendButton } from './PersonActions.tsx';
import { PersonEmails, PersonInvitations, PersonSessions } from './PersonParts.tsx';
import { personQuery, usePersonActions } from './person-queries.ts';
import { SeeAsDialog } from './SeeAsDialog.tsx';

const route = getRouteApi('/shell/portal/people/$userId');

/** `/portal/people/{userId}`: a person's memberships, invitations, sessions and e-mails, and what can be done for them. */
export const PersonScreen = () => {
  const { userId } = route.useParams();
  const { data: person } = useSuspenseQuery(personQuery(userId));
  const { user } = person;
  const name = user.fullName || user.email;
  return (
    <>
      <PageHeader
        title={name}
        before={<Artwork name={name} src={user.avatar ?? undefined} size={48} />}
        description={
          <Group gap="xs">
            <span>{user.email}</span>
            {!person.email_verified && <Badge color="yellow">E-mail not confirmed</Badge>}
            {user.disabled && <Badge color="yellow">Suspended</Badge>}
            {user.portalAdmin && <Badge>Portal administrator</Badge>}
            {user.secondFactor && <Badge color="green">Second factor</Badge>}
            <span>since {day(user.created)}</span>
          </Group>
        }
        actions={<Actions person={person} />}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Memberships person={person} />
        <PersonSessions person={person} />
        <PersonInvitations userId={userId} invitations={person.invitations} />
        <PersonEmails emails={person.emails} />
      </SimpleGrid>
    </>
  );
};

const Actions = ({ person: { user, can_reset } }: { person: PersonPage }) => {
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState<'reset' | 'sign-out' | 'see-as'>();
  const { resetPassword, signOut } = usePersonActions(user.id);
  const name = user.fullName || user.email;
  const close = (): void => setOpen(undefined);
  const done = (text: string) => ({ onSuccess: () => toastSuccess(text), onSettled: close });
  const isSelf = user.id === me?.id;
  return (
    <>
      {!isSelf && !user.portalAdmin && !user.disabled && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => setOpen('see-as')}
        >
          See as
        </Button>
      )}
      {can_reset && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('reset')}>
          Send password reset
        </Button>
      )}
      {!isSelf && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('sign-out')}>
          Sign out
        </Button>
      )}
      <RemoveFactorsButton person={user} />
      <SuspendButton person={user} />
      <ConfirmDialog
        opened={open === 'reset'}
        title="Send a password reset?"
        confirm="Send"
        busy={resetPassword.isPending}
        onClose={close}
        onConfirm={() => resetPassword.mutate(undefined, done('Password reset sent.'))}
      >
        {user.email} gets a link to choose a new password. The current one works until then.
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'sign-out'}
        title={`Sign out ${name}?`}
        confirm="Sign out"
        busy={signOut.isPending}
        onClose={close}
        onConfirm={() => signOut.mutate(undefined, done(`${name} signed out.`))}
      >
        All sessions of {name} end on all devices. They can sign in again.
      </ConfirmDialog>
      {open === 'see-as' && <SeeAsDialog user={user} onClose={close} />}
    </>
  );
};

const Memberships = ({ person: { accounts, stations } }: { person: PersonPage }) => (
  <Surface title="Memberships" flush={accounts.length + stations.length > 0}>
    {accounts.length + stations.length === 0 ? (
      <Text c="dimmed">Member of no account and no station.</Text>
    ) : (
      <QuietTable aria-label="Memberships">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account or station</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Since</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map(({ key, name, role, since }) => (
            <Membership key={key} to={`/accounts/${key}`} name={name} kind="Account" role={role} since={since} />
          ))}
          {stations.map(({ key, account_key, name, role, since }) => (
            <Membership
              key={key}
              to={`/accounts/${account_key}/stations/${key}`}
              name={name}
              kind="Station"
              role={role}
              since={since}
            />
          ))}
        </Table.Tbody>
      </QuietTable>
    )}
  </Surface>
);

type MembershipProps = { to: string; name: string; kind: string; role: string; since: string };

const Membership = ({ to, name, kind, role, since }: MembershipProps) => (
  <Table.Tr>
    <Table.Td>
      <Anchor renderRoot={(props) => <Link to={to as '/'} {...props} />}>{name}</Anchor>
      <Text size="sm" c="dimmed">
        {kind}
      </Text>
    </Table.Td>
    <Table.Td>{role}</Table.Td>
    <Table.Td>
      <NoWrap>{day(since)}</NoWrap>
    </Table.Td>
  </Table.Tr>
);
