import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Station } from '#contract/api/stations.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { icecastQuery, useResetIcecast } from './queries.ts';
import classes from './RelaysScreen.module.css';

/** The `icecast.xml` lines that make a stock Icecast relay the station and report its listeners. */
export const IcecastPanel = ({ station }: { station: Station }) => {
  const { data } = useQuery(icecastQuery(station.key));
  return (
    <Surface
      title="Relay with your own Icecast"
      description="Its listeners appear in your analytics and your listener rules apply."
      actions={
        <Group gap="xs">
          {data && <CopyButton label="icecast.xml" value={data.config} />}
          <Can action="station.resetCredentials" accountKey={station.account_key} stationKey={station.key}>
            <NewSecret station={station} />
          </Can>
        </Group>
      }
    >
      <Text size="sm" mb="sm">
        Add this to the <code>icecast.xml</code> of an Icecast 2.4 server with a public address. It contains the secret
        that the server uses to report its listeners.
      </Text>
      {data && (
        <pre className={classes.config} dir="ltr" tabIndex={0} role="region" aria-label="icecast.xml">
          {data.config}
        </pre>
      )}
    </Surface>
  );
};

const NewSecret = ({ station }: { station: Station }) => {
  const reset = useResetIcecast(station.key);
  const [isOpen, dialog] = useDisclosure(false);
  const done = (): void => {
    toastSuccess('Update the lines in every icecast.xml.', 'Secret replaced');
    dialog.close();
  };
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconRefresh size={16} aria-hidden />} onClick={dialog.open}>
        New secret
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Replace secret?"
        confirm="Replace secret"
        danger
        busy={reset.isPending}
        onConfirm={() => reset.mutate(undefined, { onSuccess: done })}
      >
        Every Icecast server with the old secret rejects new listeners until you update it.
      </ConfirmDialog>
    </>
  );
};
