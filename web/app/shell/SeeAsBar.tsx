import { Button, Group, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect } from 'react';
import { personPage } from '#contract/api/person-page.ts';
import { call } from '#web/lib/call.ts';
import { clockTime } from '#web/lib/format.ts';
import { forgetSeenAs, seenAs } from '#web/lib/see-as.ts';
import classes from './SeeAsBar.module.css';

/** Says as whom an administrator sees the portal, and ends it: then, or when its time is over, the page is reloaded. */
export const SeeAsBar = () => {
  const seen = seenAs();
  const expires = seen?.expires;
  useEffect(() => {
    if (expires === undefined) return undefined;
    const timer = setTimeout(() => window.location.reload(), Math.max(0, Date.parse(expires) - Date.now()) + 500);
    return () => clearTimeout(timer);
  }, [expires]);
  if (!seen) return null;
  const stop = async (): Promise<void> => {
    // First, because the call is the administrator's own.
    forgetSeenAs();
    await call(personPage.stopSeeingAs, { params: { seeAsId: seen.id } }).catch(() => undefined);
    window.location.assign(`/portal/people/${seen.user.id}`);
  };
  return (
    <div className={classes.root} role="status">
      <Group gap="xs" justify="space-between">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <IconEye size={18} aria-hidden />
          <Text size="sm">
            You see the portal as <strong>{seen.user.name}</strong> until {clockTime(seen.expires)}. You cannot change
            anything.
          </Text>
        </Group>
        <Button size="compact-sm" variant="default" onClick={() => void stop()}>
          Stop
        </Button>
      </Group>
    </div>
  );
};
