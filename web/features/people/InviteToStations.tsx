import { Button, Checkbox, Fieldset, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { useInviteToStations, type RefusedInvitation } from '#web/parts/people-queries.ts';
import { describeRole } from '#web/parts/people-scope.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import { EmailsInput } from './shared/EmailsInput.tsx';
import { MessageInput } from './shared/MessageInput.tsx';
import { RefusedInvitations } from './shared/RefusedInvitations.tsx';

type InviteToStationsProps = {
  stations: readonly { key: StationKey; name: string }[];
  onClose: () => void;
};

const roles: readonly PeopleRole[] = ['admin', 'staff'];

/** Invites people to several stations of an account at once; each station is accepted or declined by itself. */
export const InviteToStations = ({ stations, onClose }: InviteToStationsProps) => {
  const invite = useInviteToStations();
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [role, setRole] = useState<PeopleRole>('staff');
  const [message, setMessage] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<readonly RefusedInvitation[]>([]);
  const missing = 'This field is required';
  const send = async (): Promise<void> => {
    setChecked(true);
    if (emails.length === 0 || chosen.length === 0) return;
    const targets = stations.filter(({ key }) => chosen.includes(key));
    const failed = await invite.mutateAsync({ emails, role, message, stations: targets });
    const sent = emails.length * targets.length - failed.length;
    if (sent > 0) toastSuccess('The invitation links are valid for 7 days.', `${count(sent, 'invitation')} sent`);
    if (failed.length === 0) onClose();
    else setRefused(failed);
  };
  return (
    <Modal opened onClose={onClose} title="Invite to stations" size="lg">
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
            <EmailsInput
              label="E-mails"
              emails={emails}
              onChange={setEmails}
              error={isChecked && emails.length === 0 ? missing : undefined}
            />
            <Checkbox.Group
              label="Stations"
              value={[...chosen]}
              onChange={setChosen}
              error={isChecked && chosen.length === 0 ? missing : undefined}
              required
            >
              <Stack gap={8} mt={6}>
                {stations.map(({ key, name }) => (
                  <Checkbox key={key} value={key} label={name} />
                ))}
              </Stack>
            </Checkbox.Group>
            <div>
              <Text size="sm" fw={500} mb={4} id="stations-role">
                Role
              </Text>
              <Segments
                aria-labelledby="stations-role"
                value={role}
                onChange={setRole}
                data={roles.map((one) => ({ value: one, label: one === 'admin' ? 'Admin' : 'Staff' }))}
              />
              <Text size="sm" c="dimmed" mt={6}>
                {describeRole('station', role)}
              </Text>
            </div>
            <MessageInput value={message} onChange={setMessage} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={invite.isPending}>
                Send invitations
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      </form>
    </Modal>
  );
};
