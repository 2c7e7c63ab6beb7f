import { Anchor, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appEventLimits } from '#contract/api/app-stats.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { accountStationsQuery, applicationsQuery } from '#web/parts/account-queries.ts';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { exampleFor } from './example.ts';
import classes from './AppEventsGuide.module.css';

/** How an app sends listening events, with an example that contains the account's own key and station. */
export const AppEventsGuide = ({ accountKey }: { accountKey: AccountKey }) => {
  const { data: applications = [] } = useQuery({ ...applicationsQuery(accountKey), throwOnError: false });
  const { data: list } = useQuery({ ...accountStationsQuery(accountKey), throwOnError: false });
  const [chosen, setChosen] = useState('');
  const application = applications.find(({ id }) => id === chosen) ?? applications[0];
  const example = exampleFor({
    url: window.location.origin,
    key: application?.applicationKey ?? 'the-key-of-your-application',
    station: list?.entities[0]?.key ?? 'the-key-of-your-station',
    platform: application?.platform ?? 'android',
  });
  return (
    <Surface
      mt="md"
      title="Send listening events from your app"
      description="Add this where your app starts and stops playback."
      actions={<CopyButton label="Example" value={example} />}
    >
      <Stack gap="sm">
        {applications.length > 1 && (
          <NativeSelect
            label="Application"
            maw={280}
            value={application?.id ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={applications.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <pre className={classes.code} dir="ltr" tabIndex={0} aria-label="Example">
          <code>{example}</code>
        </pre>
        <Text size="sm" c="dimmed" maw={760}>
          Send <code>start</code>, a <code>heartbeat</code> every 30 seconds and <code>end</code> events. Each request
          takes up to {appEventLimits.events} events, with {appEventLimits.perMinute} requests per minute. Events are
          deduplicated by id, so you can resend anything not answered with 200 for up to {appEventLimits.oldestDays}{' '}
          days. Only a keyed hash of the installation id and the country of the IP address are stored. See the{' '}
          <Anchor underline="always" href="/docs#appStats.report">
            API reference
          </Anchor>
          .
        </Text>
      </Stack>
    </Surface>
  );
};
