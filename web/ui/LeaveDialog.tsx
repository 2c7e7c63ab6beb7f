import { Button, Group, Modal, Text } from '@mantine/core';

type LeaveDialogProps = { title: string; text: string; onStay: () => void; onLeave: () => void };

/** Confirms leaving a page with unsaved changes. */
export const LeaveDialog = ({ title, text, onStay, onLeave }: LeaveDialogProps) => (
  <Modal opened onClose={onStay} title={title}>
    <Text>{text}</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onStay} data-autofocus>
        Stay
      </Button>
      <Button color="red" onClick={onLeave}>
        Leave
      </Button>
    </Group>
  </Modal>
);
