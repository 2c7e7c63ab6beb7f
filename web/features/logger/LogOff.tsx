import { Button, Group, NativeSelect } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { logQuota, type StationLog } from '#contract/api/logger.ts';
import { byteSize } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { dayChoices } from './day-choices.ts';
import { useChangeLog } from './queries.ts';

type LogOffProps = { stationKey: StationKey; log: StationLog; mayChange: boolean };

/** Describes the logger and the space it needs, with the button that switches it on. */
export const LogOff = ({ stationKey, log, mayChange }: LogOffProps) => {
  const change = useChangeLog(stationKey);
  const [days, setDays] = useState(log.days);
  return (
    <Surface>
      <EmptyState
        icon={<IconHistory size={30} />}
        title="Record your broadcasts"
        action={
          mayChange && (
            <Group align="flex-end" justify="center">
              <NativeSelect
                label="Keep recordings for"
                value={String(days)}
                onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
                data={dayChoices(log.days)}
              />
              <Button loading={change.isPending} onClick={() => change.mutate({ enabled: true, days })}>
                Turn on logger
              </Button>
            </Group>
          )
        }
      >
        The logger records everything this station broadcasts and keeps it for as many days as you choose. Find any
        moment by time or title, play it, download it, or save a clip as a track. A day takes{' '}
        {byteSize(log.bytes_per_day)} at this station’s bit rate; {days === 1 ? 'one day takes' : `${days} days take`}{' '}
        at most {byteSize(logQuota(log.bytes_per_day * (8 / 86_400), days))}.
        {!mayChange && ' Owners and admins of the station can turn it on.'}
      </EmptyState>
    </Surface>
  );
};
