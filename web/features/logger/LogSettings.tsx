import { Button, Group, NativeSelect, Progress, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { StationKey } from '#contract/keys.ts';
import type { StationLog } from '#contract/logger.ts';
import { byteSize, count } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { dayChoices } from './day-choices.ts';
import { useChangeLog, useClearLog } from './queries.ts';

type LogSettingsProps = { stationKey: StationKey; log: StationLog; mayChange: boolean };

/** Whether and for how long is kept, and what it takes. */
export const LogSettings = ({ stationKey, log, mayChange }: LogSettingsProps) => (
  <Surface title="What is kept" description={describe(log)}>
    <Stack gap="md">
      <div>
        <Progress
          value={Math.min(100, (log.bytes / log.quota_bytes) * 100)}
          aria-label="Space taken"
          size="lg"
          radius="xl"
        />
        <Text size="sm" c="dimmed" mt={6} className="numbers">
          {byteSize(log.bytes)} of at most {byteSize(log.quota_bytes)} taken; a day takes {byteSize(log.bytes_per_day)}.
          The oldest goes first.
        </Text>
        {log.usage && (
          <Text size="sm" c="dimmed" className="numbers">
            The recordings of {count(log.usage.stations, 'station')} take {byteSize(log.usage.bytes)}
            {log.usage.max_bytes !== null && ` of at most ${byteSize(log.usage.max_bytes)}`};{' '}
            {byteSize(log.usage.free_bytes)} are free on the disk.
          </Text>
        )}
      </div>
      {mayChange && <Controls stationKey={stationKey} log={log} />}
    </Stack>
  </Surface>
);

const Controls = ({ stationKey, log }: Omit<LogSettingsProps, 'mayChange'>) => {
  const change = useChangeLog(stationKey);
  const clear = useClearLog(stationKey);
  const [asks, dialog] = useDisclosure(false);
  const wanted = change.isPending ? { ...log, ...change.variables } : log;
  return (
    <Group gap="lg" align="flex-end" justify="space-between">
      <Group gap="lg" align="flex-end">
        <NativeSelect
          label="Keep it for"
          value={String(wanted.days)}
          onChange={({ currentTarget }) => change.mutate({ days: Number(currentTarget.value) })}
          data={dayChoices(log.days)}
        />
        <Switch
          label="Record what goes out"
          mb={8}
          checked={wanted.enabled}
          onChange={({ currentTarget }) => change.mutate({ enabled: currentTarget.checked })}
        />
      </Group>
      <Button variant="default" disabled={log.bytes === 0} onClick={dialog.open}>
        Remove all recordings
      </Button>
      <ConfirmDialog
        opened={asks}
        title="Remove all recordings?"
        confirm="Remove"
        danger
        busy={clear.isPending}
        onConfirm={() => clear.mutate(undefined, { onSettled: dialog.close })}
        onClose={dialog.close}
      >
        Everything that was recorded of this station is removed for good, {byteSize(log.bytes)} in all. What was put
        into the media library stays.
      </ConfirmDialog>
    </Group>
  );
};

const describe = ({ state, enabled }: StationLog): string => {
  if (!enabled) return 'The logger is off. What there is goes when it is old enough.';
  if (state === 'recording') return 'Recording what goes out.';
  if (state === 'paused') return 'Not recording at the moment.';
  return 'Waiting for the station to send something.';
};
