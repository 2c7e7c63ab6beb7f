import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

type UnsavedGuardProps = {
  when: boolean;
  /** Whether closing the tab is asked about; as `when` unless said. */
  beforeUnload?: boolean;
  title?: string;
  text?: string;
};

/** Asks before a page with unsaved changes or uploads in progress is left (spec §2), also by closing the tab. */
export const UnsavedGuard = ({
  when,
  beforeUnload = when,
  title = 'Leave without saving?',
  text = 'You have unsaved changes. Are you sure you want to leave without saving them?',
}: UnsavedGuardProps) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => beforeUnload,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={title}>
      <Text>{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => reset?.()} data-autofocus>
          Stay
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
};
