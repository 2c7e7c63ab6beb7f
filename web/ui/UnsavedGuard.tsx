import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

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
  const router = useRouter();
  const guarded = useRef('');
  useEffect(() => {
    guarded.current = router.latestLocation.pathname;
  }, [router, when]);
  const { status, proceed, reset } = useBlocker({
    // Where the person goes may itself lead on, at a time when this guard is not yet gone.
    shouldBlockFn: ({ current, next }) =>
      when && current.pathname === guarded.current && current.pathname !== next.pathname,
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
