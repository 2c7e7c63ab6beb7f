import { Button, Fieldset, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PeopleRole } from '#contract/api/people.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count } from '#web/lib/format.ts';
import { useInvite, type RefusedInvitation } from '#web/parts/people-queries.ts';
import { describeRole, type Scope } from '#web/parts/people-scope.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import { EmailsInput } from './EmailsInput.tsx';
import { MessageInput } from './MessageInput.tsx';
import { RefusedInvitations } from './RefusedInvitations.tsx';

type InviteDialogProps = { scope: Scope; roles: readonly PeopleRole[]; opened: boolean; onClose: () => void };

/** Invites one or more people by e-mail. */
export const InviteDialog = ({ scope, roles, opened, onClose }: InviteDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Invite people" size="lg">
    <InviteForm scope={scope} roles={roles} onClose={onClose} />
  </Modal>
);

const InviteForm = ({ scope, roles, onClose }: Omit<InviteDialogProps, 'opened'>) => {
  const invite = useInvite(scope);
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [role, setRole] = useState<PeopleRole>(roles.at(-1) ?? 'admin');
  const [names, setNames] = useState({ first_name: '', last_name: '' });
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<readonly RefusedInvitation[]>([]);
  const send = async (): Promise<void> => {
    if (emails.length === 0) return setError('This field is required');
    setError(undefined);
    const nameFields = emails.length === 1 ? names : {};
    const failed = await invite.mutateAsync(emails.map((email) => ({ email, role, message, ...nameFields })));
    const sent = emails.length - failed.length;
    if (sent > 0) toastSuccess('The invitation link is valid for 7 days.', `${count(sent, 'invitation')} sent`);
    if (failed.length === 0) return onClose();
    setRefused(failed);
    setEmails(failed.map(({ email }) => email));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Fieldset variant="unstyled" disabled={invite.isPending}>
        <Stack gap="md">
          <RefusedInvitations refused={refused} />
          <EmailsInput label="E-mails" emails={emails} onChange={setEmails} error={error} />
          {roles.length > 1 && (
            <div>
              <Text size="sm" fw={500} mb={4} id="invite-role">
                Role
              </Text>
              <Segments
                aria-labelledby="invite-role"
                value={role}
                onChange={setRole}
                data={roles.map((one) => ({ value: one, label: one[0]?.toUpperCase() + one.slice(1) }))}
              />
            </div>
          )}
          <Text size="sm" c="dimmed" mt={-8}>
            {describeRole(scope.kind, role)}
          </Text>
          {emails.length === 1 && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                label="First name"
                description="Optional"
                value={names.first_name}
                maxLength={100}
                onChange={(event) => setNames({ ...names, first_name: event.currentTarget.value })}
              />
              <TextInput
                label="Last name"
                description="Optional"
                value={names.last_name}
                maxLength={100}
                onChange={(event) => setNames({ ...names, last_name: event.currentTarget.value })}
              />
            </SimpleGrid>
          )}
          <MessageInput value={message} onChange={setMessage} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {emails.length > 1 ? `Send ${emails.length} invitations` : 'Send invitation'}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  );
};
