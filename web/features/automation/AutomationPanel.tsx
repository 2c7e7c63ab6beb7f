import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Automation } from '#contract/automation.ts';
import type { StationKey } from '#contract/keys.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { moment } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useAutomationState, useRequestAutomation } from './queries.ts';
import classes from './Automation.module.css';

type AutomationPanelProps = { stationKey: StationKey; state: Automation; mayChange: boolean };

/** How the software is there at this moment, what stands in its way, and the way to end it. */
export const AutomationPanel = ({ stationKey, state, mayChange }: AutomationPanelProps) => {
  const engine = useAutomationState(stationKey, state);
  const request = useRequestAutomation(stationKey);
  const [isAsked, setAsked] = useState(false);
  const end = (): void =>
    request.mutate('disable', {
      onSuccess: () => announceSuccess('The station goes on without it.', 'Automation switched off'),
      onSettled: () => setAsked(false),
    });
  return (
    <Surface>
      <Group justify="space-between" gap="md">
        <div className={classes.state} data-state={engine.state}>
          <span className={classes.lamp} aria-hidden />
          <div>
            <Text fw={600} aria-live="polite">
              {words[engine.state].title}
            </Text>
            <Text size="sm" c="dimmed">
              {engine.state === 'running' && engine.since !== null
                ? `Since ${moment(engine.since)}`
                : words[engine.state].text}
            </Text>
          </div>
        </div>
        {mayChange && (
          <Button variant="default" onClick={() => setAsked(true)}>
            Switch off
          </Button>
        )}
      </Group>
      {engine.state === 'missing' && <HowToGet />}
      {engine.reason !== '' && engine.state !== 'missing' && (
        <Alert color="yellow" mt="md">
          {engine.reason}
        </Alert>
      )}
      <ConfirmDialog
        opened={isAsked}
        title="Switch automation off?"
        confirm="Switch off"
        busy={request.isPending}
        onConfirm={end}
        onClose={() => setAsked(false)}
      >
        The next source of the station takes over at once. No listener is let go, and how it mixes is kept.
      </ConfirmDialog>
    </Surface>
  );
};

const HowToGet = () => (
  <Alert color="yellow" mt="md" title="Liquidsoap is not installed">
    <Text size="sm" mb="xs">
      The automation software is Liquidsoap, a program of its own. Whoever runs this server installs it and restarts the
      streaming engine; the station needs nothing else.
    </Text>
    <dl className={classes.command}>
      <CopyField label="Command" value="apt-get install liquidsoap" />
    </dl>
  </Alert>
);

const words: Record<Automation['engine']['state'], { title: string; text: string }> = {
  off: { title: 'Requested', text: 'It starts as soon as the station is on the air.' },
  missing: { title: 'Requested', text: 'It begins by itself once its program is there.' },
  full: { title: 'Requested', text: 'It begins by itself as soon as there is room.' },
  starting: { title: 'Starting', text: 'It takes a few seconds.' },
  running: { title: 'On', text: '' },
  failed: { title: 'Stopped', text: 'It is started again by itself.' },
};
