import { ActionIcon, Loader } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { usePreferences } from '#web/lib/preferences.ts';
import { player, usePlayer, type PlayerStation } from './player.ts';

/** Plays a station in the page, or stops it. */
export const PlayButton = ({ station, size = 44 }: { station: PlayerStation; size?: number }) => {
  const { station: current, status } = usePlayer();
  const { volume } = usePreferences();
  const isThis = current?.key === station.key && !['stopped', 'refused', 'paused'].includes(status);
  const label = isThis ? `Stop ${station.name}` : `Listen to ${station.name}`;
  return (
    <ActionIcon
      size={size}
      radius="xl"
      variant="filled"
      color="brand"
      aria-label={label}
      onClick={() => (isThis ? player.stop() : player.play(station, volume))}
    >
      {isThis && status !== 'playing' ? (
        <Loader size={size * 0.45} color="white" />
      ) : isThis ? (
        <IconPlayerStopFilled size={size * 0.45} aria-hidden />
      ) : (
        <IconPlayerPlayFilled size={size * 0.45} aria-hidden />
      )}
    </ActionIcon>
  );
};
