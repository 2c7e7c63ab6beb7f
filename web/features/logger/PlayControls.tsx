import { ActionIcon, Group, Loader, Text } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward15,
  IconRewindForward15,
} from '@tabler/icons-react';
import type { LogDay } from '#contract/api/logger.ts';
import { clockIn, titleAt } from './log-time.ts';
import type { LogPlayerState } from './log-player.ts';

type PlayControlsProps = {
  day: LogDay;
  at: number;
  status: LogPlayerState['status'];
  onPlay: (at: number) => void;
  onPause: () => void;
  onResume: () => void;
};

const skipMs = 15_000;

/** Player controls with the time and title at the playhead. */
export const PlayControls = ({ day, at, status, onPlay, onPause, onResume }: PlayControlsProps) => {
  const isOn = status === 'playing' || status === 'loading';
  const toggle = (): void => {
    if (isOn) return onPause();
    if (status === 'paused') return onResume();
    onPlay(at);
  };
  return (
    <Group gap="sm" wrap="nowrap">
      <ActionIcon size={40} radius="xl" aria-label="Back 15 seconds" onClick={() => onPlay(at - skipMs)}>
        <IconRewindBackward15 size={22} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={52}
        radius="xl"
        variant="filled"
        color="brand"
        aria-label={isOn ? 'Pause' : 'Play from here'}
        onClick={toggle}
      >
        {status === 'loading' ? (
          <Loader size={22} color="white" />
        ) : isOn ? (
          <IconPlayerPauseFilled size={22} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={22} aria-hidden />
        )}
      </ActionIcon>
      <ActionIcon size={40} radius="xl" aria-label="Forward 15 seconds" onClick={() => onPlay(at + skipMs)}>
        <IconRewindForward15 size={22} aria-hidden />
      </ActionIcon>
      <div style={{ minWidth: 0 }}>
        <Text fw={650} className="numbers">
          {clockIn(day.timezone, at)}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {titleAt(day.titles, at) || 'No title'}
        </Text>
      </div>
    </Group>
  );
};
