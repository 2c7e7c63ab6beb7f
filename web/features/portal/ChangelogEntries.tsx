import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChangelogItem } from '#contract/api/portal.ts';
import { day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { RichText } from '#web/ui/RichText.tsx';

const kinds = {
  added: ['Added', 'green'],
  changed: ['Changed', 'brand'],
  fixed: ['Fixed', 'yellow'],
  removed: ['Removed', 'gray'],
} as const;

type ChangelogEntriesProps = { items: readonly ChangelogItem[]; actions?: (item: ChangelogItem) => ReactNode };

/** The changelog, newest first. */
export const ChangelogEntries = ({ items, actions }: ChangelogEntriesProps) => (
  <Stack gap="md" maw="var(--form-width)">
    {items.map((item) => {
      const [word, color] = kinds[item.kind];
      return (
        <Surface key={item.id}>
          <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
            <div>
              <Title order={2} size="h4">
                {item.title}
              </Title>
              <Group gap="xs" mt={4}>
                <Badge color={color}>{word}</Badge>
                <Text size="sm" c="dimmed">
                  {day(item.date)}
                  {item.version !== '' && ` · ${item.version}`}
                </Text>
              </Group>
            </div>
            {actions?.(item)}
          </Group>
          <RichText html={item.contentHtml} />
        </Surface>
      );
    })}
  </Stack>
);
