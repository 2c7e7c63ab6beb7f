import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The description of an action beside its button. */
export const ActionRow = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <Group justify="space-between" gap="md">
    <Text size="sm" flex="1 1 260px">
      {text}
    </Text>
    {children}
  </Group>
);
