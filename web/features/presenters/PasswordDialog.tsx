import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import type { PresenterPassword } from '#contract/api/presenters.ts';
import { ProfileButtons } from '#web/features/stations/shared/ProfileButtons.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import classes from './Presenters.module.css';

type PasswordDialogProps = {
  /** The station's name. */
  station: string;
  issued: PresenterPassword;
  onClose: () => void;
};

/** Shows a presenter's new password, once, with all that their encoder needs and as files of encoders. */
export const PasswordDialog = ({ station, issued, onClose }: PasswordDialogProps) => {
  const { presenter, password, encoder } = issued;
  const { icecast, shoutcast } = encoder;
  const mount = icecast.mount.replace(/^\//, '');
  return (
    <Modal opened onClose={onClose} title={`Encoder of ${presenter.name}`} closeOnClickOutside={false} size="lg">
      <Alert color="yellow" mb="md">
        Copy the password now: it is not shown again.
      </Alert>
      <dl className={classes.settings}>
        <CopyField label="Host" value={icecast.host} />
        <CopyField label="Port" value={String(icecast.port)} />
        <CopyField label="Mount" value={icecast.mount} />
        <CopyField label="User" value={presenter.user} />
        <CopyField label="Password" value={password} />
      </dl>
      <Text size="sm" c="dimmed" mt="sm">
        An encoder without a user field takes <code>{`${presenter.user}:${password}`}</code> as its password; for
        Shoutcast (port {shoutcast.port}) it is <code>{`${mount}:${presenter.user},${password}`}</code>.
      </Text>
      <Group justify="space-between" mt="lg">
        <ProfileButtons station={station} settings={encoder} login={{ user: presenter.user, password }} />
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
};
