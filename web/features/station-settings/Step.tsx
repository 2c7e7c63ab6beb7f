import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What can be done, and the button that does it. */
export const Step = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <Group justify="space-between" gap="md">
    <Text size="sm" flex="1 1 260px">
      {text}
    </Text>
    {children}
  </Group>
);
