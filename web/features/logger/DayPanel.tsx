import { Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LogDay, StationLog } from '#contract/api/logger.ts';
import { toastFailure } from '#web/lib/toasts.tsx';
import { day as dayName, longDuration } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { ClipPanel } from './ClipPanel.tsx';
import { DayBars } from './DayBars.tsx';
import { HourTitles } from './HourTitles.tsx';
import { createLogPlayer } from './log-player.ts';
import { PlayControls } from './PlayControls.tsx';
import { logDayQuery, logLink } from './queries.ts';

const logPlayer = createLogPlayer(() => new Audio(), logLink, toastFailure);

type DayPanelProps = { stationKey: StationKey; log: StationLog; date: string | undefined; mayCut: boolean };

/** The recording of a day: timelines, player, titles of the hour and clip tools. */
export const DayPanel = ({ stationKey, log, date, mayCut }: DayPanelProps) => {
  if (date === undefined)
    return (
      <Surface title="Recordings">
        <Text c="dimmed">
          Nothing is recorded yet. The first minute appears shortly after the station goes on the air.
        </Text>
      </Surface>
    );
  return <Day key={stationKey} stationKey={stationKey} log={log} date={date} mayCut={mayCut} />;
};

const Day = ({ stationKey, log, date, mayCut }: DayPanelProps & { date: string }) => {
  const { data: day, error } = useQuery(logDayQuery(stationKey, date));
  const { status, at: playedAt } = useSyncExternalStore(logPlayer.subscribe, logPlayer.state);
  useEffect(() => logPlayer.reset, []);
  if (error && !day) throw error;
  return (
    <Surface title="Recordings" description={`Times in ${log.timezone}`} actions={<DayChoice log={log} date={date} />}>
      {day ? (
        <DayView
          key={day.date}
          {...{ stationKey, day, mayCut, status }}
          at={isWithin(day, playedAt) ? playedAt : latest(day)}
        />
      ) : (
        <Skeleton height={280} />
      )}
    </Surface>
  );
};

type DayViewProps = {
  stationKey: StationKey;
  day: LogDay;
  at: number;
  status: ReturnType<typeof logPlayer.state>['status'];
  mayCut: boolean;
};

const DayView = ({ stationKey, day, at, status, mayCut }: DayViewProps) => {
  const play = (from: number): void => void logPlayer.play(stationKey, day.pieces, from);
  const isPlaying = status === 'playing' || status === 'loading';
  const pick = (to: number): void => (isPlaying ? play(to) : logPlayer.seek(to));
  if (day.pieces.length === 0) return <Text c="dimmed">Nothing was recorded on this day.</Text>;
  return (
    <Stack gap="lg">
      <ClipPanel
        stationKey={stationKey}
        day={day}
        at={at}
        mayCut={mayCut}
        bars={(marked) => (
          <Stack gap="lg">
            <DayBars day={day} at={at} marked={marked} onPick={pick} />
            <PlayControls
              {...{ day, at, status }}
              onPlay={play}
              onPause={logPlayer.pause}
              onResume={logPlayer.resume}
            />
          </Stack>
        )}
      />
      <HourTitles day={day} at={at} onPlay={play} />
    </Stack>
  );
};

const DayChoice = ({ log, date }: { log: StationLog; date: string }) => {
  const navigate = useNavigate();
  const days = log.recorded.some((one) => one.date === date)
    ? log.recorded
    : [{ date, seconds: 0, bytes: 0 }, ...log.recorded];
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label="Day"
        value={date}
        onChange={({ currentTarget: { value } }) => {
          logPlayer.stop();
          void navigate({ to: '.', search: { day: value } as never, replace: true, resetScroll: false });
        }}
        data={days.map((one) => ({
          value: one.date,
          label: `${dayName(one.date)} (${longDuration(one.seconds)})`,
        }))}
      />
    </Group>
  );
};

const isWithin = (day: LogDay, at: number): boolean => at >= day.from && at < day.to;

/** The initial position in a day: its last minute. */
const latest = ({ pieces, from }: LogDay): number => {
  const last = pieces.at(-1);
  return last ? Math.max(last.start, last.end - 60_000) : from;
};
