import { ActionIcon, Group, Slider, Text } from '@mantine/core';
import { IconVolume, IconVolumeOff, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useStationLive } from '#web/features/stations/queries.ts';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PlayButton } from './shared/PlayButton.tsx';
import { player, usePlayer, type PlayerStation, type PlayerStatus } from './shared/player.ts';
import classes from './PlayerBar.module.css';

/** The page's radio: which station, what it plays, how loud; stays while screens change. */
export const PlayerBar = () => {
  const { station, status } = usePlayer();
  return station ? <Bar station={station} status={status} /> : null;
};

const Bar = ({ station, status }: { station: PlayerStation; status: PlayerStatus }) => {
  const live = useStationLive(station.key);
  const { volume } = usePreferences();
  const setVolume = (to: number): void => {
    player.setVolume(to);
    setPreferences({ volume: to });
  };
  return (
    <section aria-label="Player" className={classes.root}>
      <PlayButton station={station} />
      <Artwork name={station.name} size={44} />
      <div className={classes.words}>
        <Text fw={600} truncate>
          {live?.title || station.name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          <Link
            to="/accounts/$accountKey/stations/$stationKey"
            params={{ accountKey: station.account_key, stationKey: station.key }}
            className={classes.link}
          >
            {station.name}
          </Link>
          {said[status]}
        </Text>
      </div>
      <Group gap={6} wrap="nowrap" visibleFrom="sm">
        <ActionIcon aria-label={volume === 0 ? 'Sound on' : 'Mute'} onClick={() => setVolume(volume === 0 ? 0.8 : 0)}>
          {volume === 0 ? <IconVolumeOff size={19} aria-hidden /> : <IconVolume size={19} aria-hidden />}
        </ActionIcon>
        <Slider
          w={120}
          size="sm"
          min={0}
          max={1}
          step={0.02}
          value={volume}
          onChange={setVolume}
          label={null}
          thumbLabel="Volume"
        />
      </Group>
      <ActionIcon aria-label="Close the player" onClick={player.close}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </section>
  );
};

const said: Record<PlayerStatus, string> = {
  stopped: ' · stopped',
  connecting: ' · connecting…',
  playing: '',
  waiting: ' · reconnecting…',
};
