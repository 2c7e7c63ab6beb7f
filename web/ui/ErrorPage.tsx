import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from './PageHeader.tsx';
import classes from './ErrorPage.module.css';

type ErrorPageProps = { code: string; title: string; children: ReactNode; action?: ReactNode };

/** An error page in place of a screen, always with an action to continue. */
export const ErrorPage = ({ code, title, children, action }: ErrorPageProps) => {
  usePageTitle(title);
  return (
    <Stack align="center" justify="center" gap="sm" mih="60vh" ta="center" p="lg">
      <Text className={classes.code} aria-hidden>
        {code}
      </Text>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text c="dimmed" maw={460} component="div">
        {children}
      </Text>
      <Group mt="md">
        {action ?? (
          <Button component="a" href="/">
            Go to the start page
          </Button>
        )}
      </Group>
    </Stack>
  );
};
