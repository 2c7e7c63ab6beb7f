import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Station } from '#contract/stations.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { icecastQuery, useResetIcecast } from './queries.ts';
import classes from './RelaysScreen.module.css';

/** How a stock Icecast spreads the station further and reports its listeners, to be copied into its `icecast.xml`. */
export const IcecastPanel = ({ station }: { station: Station }) => {
  const { data } = useQuery(icecastQuery(station.key));
  return (
    <Surface
      title="Relay with your own Icecast"
      description="Its listeners are counted like those who listen here, and the station’s rules hold for them."
      actions={
        <Group gap="xs">
          {data && <CopyButton label="icecast.xml" value={data.config} />}
          <Can action="station.resetCredentials" accountKey={station.account_key} stationKey={station.key}>
            <NewAddress station={station} />
          </Can>
        </Group>
      }
    >
      <Text size="sm" mb="sm">
        Put this into the <code>icecast.xml</code> of an Icecast 2.4 that others can reach. It holds the secret by which
        the Icecast reports who comes and goes.
      </Text>
      {data && (
        <pre className={classes.config} dir="ltr" tabIndex={0} role="region" aria-label="icecast.xml">
          {data.config}
        </pre>
      )}
    </Surface>
  );
};

const NewAddress = ({ station }: { station: Station }) => {
  const reset = useResetIcecast(station.key);
  const [asks, dialog] = useDisclosure(false);
  const done = (): void => {
    announceSuccess('Put the new lines into every icecast.xml.', 'Reporting address replaced');
    dialog.close();
  };
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconRefresh size={16} aria-hidden />} onClick={dialog.open}>
        New secret
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={dialog.close}
        title="Replace the secret?"
        confirm="Replace the secret"
        danger
        busy={reset.isPending}
        onConfirm={() => reset.mutate(undefined, { onSuccess: done })}
      >
        Every Icecast that reports with the old one turns new listeners away until it has the new one.
      </ConfirmDialog>
    </>
  );
};
