import { Button, Group, NativeSelect, Progress, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { StationKey } from '#contract/rules/keys.ts';
import type { StationLog } from '#contract/api/logger.ts';
import { byteSize, count } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { dayChoices } from './day-choices.ts';
import { useChangeLog, useClearLog } from './queries.ts';

type LogSettingsProps = { stationKey: StationKey; log: StationLog; mayChange: boolean };

/** Switches recording, sets the retention and shows the disk space used. */
export const LogSettings = ({ stationKey, log, mayChange }: LogSettingsProps) => (
  <Surface title="Storage" description={describe(log)}>
    <Stack gap="md">
      <div>
        <Progress
          value={Math.min(100, (log.bytes / log.quota_bytes) * 100)}
          aria-label="Space used"
          size="lg"
          radius="xl"
        />
        <Text size="sm" c="dimmed" mt={6} className="numbers">
          {byteSize(log.bytes)} of {byteSize(log.quota_bytes)} used; a day takes {byteSize(log.bytes_per_day)}. The
          oldest recordings are deleted first.
        </Text>
        {log.usage && (
          <Text size="sm" c="dimmed" className="numbers">
            Recordings of {count(log.usage.stations, 'station')}: {byteSize(log.usage.bytes)}
            {log.usage.max_bytes !== null && ` of ${byteSize(log.usage.max_bytes)}`} used;{' '}
            {byteSize(log.usage.free_bytes)} free on the disk.
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
  const [isOpen, dialog] = useDisclosure(false);
  const settings = change.isPending ? { ...log, ...change.variables } : log;
  return (
    <Group gap="lg" align="flex-end" justify="space-between">
      <Group gap="lg" align="flex-end">
        <NativeSelect
          label="Keep recordings for"
          value={String(settings.days)}
          onChange={({ currentTarget }) => change.mutate({ days: Number(currentTarget.value) })}
          data={dayChoices(log.days)}
        />
        <Switch
          label="Record broadcasts"
          mb={8}
          checked={settings.enabled}
          onChange={({ currentTarget }) => change.mutate({ enabled: currentTarget.checked })}
        />
      </Group>
      <Button variant="default" disabled={log.bytes === 0} onClick={dialog.open}>
        Delete all recordings
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title="Delete all recordings?"
        confirm="Delete"
        danger
        busy={clear.isPending}
        onConfirm={() => clear.mutate(undefined, { onSettled: dialog.close })}
        onClose={dialog.close}
      >
        All recordings of this station ({byteSize(log.bytes)}) are permanently deleted. Clips saved to the media library
        are kept.
      </ConfirmDialog>
    </Group>
  );
};

const describe = ({ state, enabled }: StationLog): string => {
  if (!enabled) return 'Logger is off. Existing recordings are deleted when they expire.';
  if (state === 'recording') return 'Recording.';
  if (state === 'paused') return 'Not recording right now.';
  return 'Waiting for the station to go on the air.';
};
