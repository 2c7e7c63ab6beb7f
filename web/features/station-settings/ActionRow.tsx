import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type ActionRowProps = { id: string; text: ReactNode; children: ReactNode };

/** The description of an action beside its button; `id` is its anchor in the page's URL. */
export const ActionRow = ({ id, text, children }: ActionRowProps) => (
  <Group id={id} justify="space-between" gap="md">
    <Text size="sm" flex="1 1 260px">
      {text}
    </Text>
    {children}
  </Group>
);
