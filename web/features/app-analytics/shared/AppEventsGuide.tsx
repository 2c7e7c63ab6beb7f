import { Anchor, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appEventBounds } from '#contract/app-stats.ts';
import type { AccountKey } from '#contract/keys.ts';
import { accountStationsQuery, applicationsQuery } from '#web/parts/account-queries.ts';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { exampleFor } from './example.ts';
import classes from './AppEventsGuide.module.css';

/** How an application reports listening, with an example that has the account's own key and station in it. */
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
      title="Report listening from your application"
      description="Paste this where your application starts and stops playing."
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
          Tell <code>start</code>, <code>heartbeat</code> every 30 seconds while it plays, and <code>end</code>. Up to{' '}
          {appEventBounds.events} events go together, {appEventBounds.aMinute} times a minute. An event counts once by
          its id, so that whatever was not answered with 200 can be sent again, up to {appEventBounds.oldestDays} days
          later. Of the installation’s id and the network address only a keyed hash and the country are kept. See the{' '}
          <Anchor underline="always" href="/docs#appStats.report">
            reference of this call
          </Anchor>
          .
        </Text>
      </Stack>
    </Surface>
  );
};
