import { Badge, Button, Table, Text } from '@mantine/core';
import type { PersonPage } from '#contract/api/person-page.ts';
import { day, moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { usePersonActions } from './person-queries.ts';

/** Where a person is signed in. */
export const PersonSessions = ({ person: { sessions } }: { person: PersonPage }) => (
  <Surface title="Sessions" flush={sessions !== null && sessions.length > 0}>
    {sessions === null ? (
      <Text c="dimmed">Sessions are managed by this portal’s sign-in service.</Text>
    ) : sessions.length === 0 ? (
      <Text c="dimmed">Not signed in.</Text>
    ) : (
      <QuietTable aria-label="Sessions">
        <Table.Tbody>
          {sessions.map(({ id, client, address, place, started, last_used }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {client || 'Unknown device'}
                <Text size="sm" c="dimmed">
                  {[place.city, place.country, address].filter((part) => part !== '').join(', ')}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">last used {moment(last_used)}</Text>
                <Text size="sm" c="dimmed">
                  since {moment(started)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </QuietTable>
    )}
  </Surface>
);

type InvitationsProps = { userId: string; invitations: PersonPage['invitations'] };

/** The open invitations to a person, which can be sent again. */
export const PersonInvitations = ({ userId, invitations }: InvitationsProps) => {
  const { resend } = usePersonActions(userId);
  return (
    <Surface title="Invitations" flush={invitations.length > 0}>
      {invitations.length === 0 ? (
        <Text c="dimmed">No open invitation.</Text>
      ) : (
        <QuietTable aria-label="Invitations">
          <Table.Tbody>
            {invitations.map(({ token, scope, name, role, expires }) => (
              <Table.Tr key={token}>
                <Table.Td>
                  {scope === 'portal' ? 'Portal' : name}
                  <Text size="sm" c="dimmed">
                    {role},{' '}
                    {Date.parse(expires) > Date.now() ? `valid until ${day(expires)}` : `expired ${day(expires)}`}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Send again: invitation to ${scope === 'portal' ? 'the portal' : name}`}
                    loading={resend.isPending && resend.variables === token}
                    onClick={() => resend.mutate(token, { onSuccess: () => toastSuccess('Invitation sent.') })}
                  >
                    Send again
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </QuietTable>
      )}
    </Surface>
  );
};

/** The e-mails that the portal sent to a person, without their text. */
export const PersonEmails = ({ emails }: Pick<PersonPage, 'emails'>) => (
  <Surface title="E-mails" description="The latest of the last 90 days" flush={emails.length > 0}>
    {emails.length === 0 ? (
      <Text c="dimmed">No e-mail was sent.</Text>
    ) : (
      <QuietTable aria-label="E-mails">
        <Table.Tbody>
          {emails.map(({ at, subject, failure }) => (
            <Table.Tr key={`${at} ${subject}`}>
              <Table.Td>
                {subject}
                {failure !== '' && (
                  <Text size="sm" c="dimmed">
                    {failure}
                  </Text>
                )}
                <Text size="sm" c="dimmed" hiddenFrom="xs">
                  {moment(at)}
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                {failure !== '' && <Badge color="red">Not delivered</Badge>}
                <Text size="sm" c="dimmed" visibleFrom="xs">
                  {moment(at)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </QuietTable>
    )}
  </Surface>
);
