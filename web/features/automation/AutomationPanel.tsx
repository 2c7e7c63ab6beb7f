import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Automation } from '#contract/api/automation.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useAutomationState, useRequestAutomation } from './queries.ts';
import classes from './Automation.module.css';

type AutomationPanelProps = { stationKey: StationKey; state: Automation; mayChange: boolean };

/** The state of the automation software, why it is not running, and the button that switches it off. */
export const AutomationPanel = ({ stationKey, state, mayChange }: AutomationPanelProps) => {
  const engine = useAutomationState(stationKey, state);
  const request = useRequestAutomation(stationKey);
  const [isOpen, setOpen] = useState(false);
  const disable = (): void =>
    request.mutate('disable', {
      onSuccess: () => toastSuccess('The station plays its next source.', 'Automation switched off'),
      onSettled: () => setOpen(false),
    });
  return (
    <Surface>
      <Group justify="space-between" gap="md">
        <div className={classes.state} data-state={engine.state}>
          <span className={classes.lamp} aria-hidden />
          <div>
            <Text fw={600} aria-live="polite">
              {stateLabels[engine.state].title}
            </Text>
            <Text size="sm" c="dimmed">
              {engine.state === 'running' && engine.since !== null
                ? `Since ${moment(engine.since)}`
                : stateLabels[engine.state].text}
            </Text>
          </div>
        </div>
        {mayChange && (
          <Button variant="default" onClick={() => setOpen(true)}>
            Switch off
          </Button>
        )}
      </Group>
      {engine.state === 'missing' && <InstallHint />}
      {engine.reason !== '' && engine.state !== 'missing' && (
        <Alert color="yellow" mt="md">
          {engine.reason}
        </Alert>
      )}
      <ConfirmDialog
        opened={isOpen}
        title="Switch off automation?"
        confirm="Switch off"
        busy={request.isPending}
        onConfirm={disable}
        onClose={() => setOpen(false)}
      >
        The station’s next source takes over at once. Listeners stay connected and the mixing settings are kept.
      </ConfirmDialog>
    </Surface>
  );
};

const InstallHint = () => (
  <Alert color="yellow" mt="md" title="Liquidsoap is not installed">
    <Text size="sm" mb="xs">
      The automation software is Liquidsoap, a separate program. The operator of this server has to install it and
      restart the streaming engine; the station needs nothing else.
    </Text>
    <dl className={classes.command}>
      <CopyField label="Command" value="apt-get install liquidsoap" />
    </dl>
  </Alert>
);

const stateLabels: Record<Automation['engine']['state'], { title: string; text: string }> = {
  off: { title: 'Requested', text: 'Starts as soon as the station is on the air.' },
  missing: { title: 'Requested', text: 'Starts automatically once its program is installed.' },
  full: { title: 'Requested', text: 'Starts automatically as soon as the server has capacity.' },
  starting: { title: 'Starting', text: 'This takes a few seconds.' },
  running: { title: 'On', text: '' },
  failed: { title: 'Stopped', text: 'Restarts automatically.' },
};
