import { Badge, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPlay, IconPower, IconRefresh } from '@tabler/icons-react';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useServerCommand } from '#web/parts/station-queries.ts';
import { disconnectWarning, RestartDialog } from './shared/RestartDialog.tsx';
import classes from './ServerPanel.module.css';

const statusNames = { active: 'Active', inactive: 'Not active', starting: 'Starting', stopping: 'Stopping' } as const;

const libraryNames = { activated: 'Activated', unavailable: 'Unavailable' } as const;

type ServerPanelProps = { station: Station; live: StationLive | undefined };

/** The server panel of spec §2: server and media library status, with Start, Restart and Shutdown. */
export const ServerPanel = ({ station, live }: ServerPanelProps) => {
  const command = useServerCommand(station.key);
  const [isStopOpen, stopDialog] = useDisclosure(false);
  const [isRestartOpen, restartDialog] = useDisclosure(false);
  const status = live?.status ?? station.server_status.radio_server_status;
  const isOn = status === 'active' || status === 'starting';
  const run = (which: 'start' | 'restart' | 'stop'): void => {
    stopDialog.close();
    restartDialog.close();
    command.mutate(which);
  };
  return (
    <Surface title="Server">
      <div className={classes.status} data-status={status} role="status">
        <span className={classes.lamp} aria-hidden />
        {statusNames[status]}
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        {isOn ? 'Listeners and encoders can connect.' : 'Listeners and encoders cannot connect.'}
      </Text>
      {station.library_status && (
        <Text size="sm" mt="sm" component="div">
          Library status:{' '}
          <Badge color={station.library_status === 'activated' ? 'green' : 'gray'}>
            {libraryNames[station.library_status]}
          </Badge>
        </Text>
      )}
      <Can action="station.control" accountKey={station.account_key} stationKey={station.key}>
        <Group gap="xs" mt="md" grow>
          {isOn ? (
            <>
              <Button
                variant="default"
                leftSection={<IconRefresh size={17} aria-hidden />}
                onClick={restartDialog.open}
                loading={command.isPending && command.variables === 'restart'}
              >
                Restart
              </Button>
              <Button
                variant="light"
                color="red"
                leftSection={<IconPower size={17} aria-hidden />}
                onClick={stopDialog.open}
                loading={command.isPending && command.variables === 'stop'}
              >
                Shutdown
              </Button>
            </>
          ) : (
            <Button
              leftSection={<IconPlayerPlay size={17} aria-hidden />}
              onClick={() => run('start')}
              loading={command.isPending}
              disabled={status === 'stopping'}
            >
              Start
            </Button>
          )}
        </Group>
      </Can>
      <RestartDialog
        opened={isRestartOpen}
        onClose={restartDialog.close}
        onConfirm={() => run('restart')}
        live={live}
      />
      <ConfirmDialog
        opened={isStopOpen}
        onClose={stopDialog.close}
        title="Shut down the server?"
        confirm="Shutdown"
        danger
        onConfirm={() => run('stop')}
      >
        {disconnectWarning(live)} The station is off the air and nobody can connect until you start the server again.
      </ConfirmDialog>
    </Surface>
  );
};
