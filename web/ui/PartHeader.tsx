import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The second-level heading of a page within a frame, with its actions. */
export const PartHeader = ({ title, actions }: { title: string; actions?: ReactNode }) => (
  <Group justify="space-between" align="center" gap="xs" mb="md">
    <Title order={2} size="h4">
      {title}
    </Title>
    {actions !== undefined && (
      <Group gap="xs" align="flex-start" maw="100%">
        {actions}
      </Group>
    )}
  </Group>
);
