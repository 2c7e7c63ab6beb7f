import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type EmptyStateProps = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode };

/** An empty state that explains what belongs here and how to add it. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <Stack align="center" gap="xs" className={classes.root}>
    <div className={classes.icon} aria-hidden>
      {icon}
    </div>
    <Title order={2} size="h4" ta="center">
      {title}
    </Title>
    <Text c="dimmed" ta="center" maw={460} component="div">
      {children}
    </Text>
    {action !== undefined && (
      <Group mt="sm" justify="center">
        {action}
      </Group>
    )}
  </Stack>
);
