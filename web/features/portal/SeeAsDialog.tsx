import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { seeAsMinutes, type PersonPage } from '#contract/api/person-page.ts';
import { storeSeenAs } from '#web/lib/see-as.ts';
import { usePersonActions } from './person-queries.ts';

type SeeAsDialogProps = { user: PersonPage['user']; onClose: () => void };

/** Asks for the reason, which the person reads, then loads the portal as that person sees it. */
export const SeeAsDialog = ({ user, onClose }: SeeAsDialogProps) => {
  const { seeAs } = usePersonActions(user.id);
  const [reason, setReason] = useState('');
  const name = user.fullName || user.email;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    seeAs.mutate(reason, {
      onSuccess: (seen) => {
        storeSeenAs(seen);
        window.location.assign('/');
      },
    });
  };
  return (
    <Modal opened onClose={onClose} title={`See the portal as ${name}`}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            For {seeAsMinutes} minutes, this tab shows the portal as {name} sees it. You cannot change anything, and see
            no passwords or keys. {name} gets an e-mail with the reason, and it is in the audit log.
          </Text>
          <TextInput
            label="Reason"
            value={reason}
            maxLength={300}
            required
            data-autofocus
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={seeAs.isPending}>
              See as {name}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
