import { ActionIcon, Button, Group, Slider, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCast, IconVolume, IconVolumeOff, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useStationLive } from '#web/parts/station-queries.ts';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PlayButton } from './shared/PlayButton.tsx';
import { useMediaSession } from './media-session.ts';
import { nowPlayingQuery } from './queries.ts';
import { useHeard } from './use-heard.ts';
import { player, usePlayer, type PlayerState, type PlayerStation, type PlayerStatus } from './shared/player.ts';
import classes from './PlayerBar.module.css';

/** The page's player: station, current title and volume. It stays across screens. */
export const PlayerBar = () => {
  const { station, ...state } = usePlayer();
  return station ? <Bar station={station} {...state} /> : null;
};

const Bar = ({ station, status, via, reason, remote }: PlayerState & { station: PlayerStation }) => {
  const live = useStationLive(station.key);
  const sent = live?.title ?? '';
  const { data: playing } = useQuery({ ...nowPlayingQuery(station.mount, sent), throwOnError: false });
  const { artist = '', track = '' } = playing?.title === sent ? playing : {};
  const heard = useHeard({ title: sent, artist, track, artwork: playing?.artwork ?? null });
  const { title } = heard;
  const artwork = pathOf(heard.artwork) ?? station.logo;
  useMediaSession(station, status, { ...heard, artwork });
  const { volume } = usePreferences();
  const setVolume = (to: number): void => {
    player.setVolume(to);
    setPreferences({ volume: to });
  };
  return (
    <section aria-label="Player" className={classes.root}>
      <PlayButton station={station} />
      <Artwork name={station.name} src={artwork ?? undefined} size={44} />
      <div className={classes.words}>
        <Text fw={600} truncate>
          {title || station.name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          <Link
            to="/accounts/$accountKey/stations/$stationKey"
            params={{ accountKey: station.account_key, stationKey: station.key }}
            className={classes.link}
          >
            {station.name}
          </Link>
          <span role="status">{reason === '' ? statusLabels[status] : ` · ${reason}`}</span>
        </Text>
      </div>
      {station.hls !== null && (
        <Button
          size="compact-sm"
          variant={via === 'hls' ? 'light' : 'default'}
          aria-pressed={via === 'hls'}
          aria-label="Play by HLS"
          title="A few seconds behind, but more stable on mobile networks"
          onClick={() => player.playBy(via === 'hls' ? 'stream' : 'hls')}
        >
          HLS
        </Button>
      )}
      {remote !== 'absent' && (
        <ActionIcon
          variant={remote === 'available' ? 'subtle' : 'light'}
          aria-label="Play on another device"
          aria-pressed={remote !== 'available'}
          onClick={player.chooseDevice}
        >
          <IconCast size={19} aria-hidden />
        </ActionIcon>
      )}
      <Group gap={6} wrap="nowrap" visibleFrom="sm">
        <ActionIcon aria-label={volume === 0 ? 'Unmute' : 'Mute'} onClick={() => setVolume(volume === 0 ? 0.8 : 0)}>
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
      <ActionIcon aria-label="Close player" onClick={player.close}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </section>
  );
};

const statusLabels: Record<PlayerStatus, string> = {
  stopped: ' · stopped',
  connecting: ' · connecting…',
  playing: '',
  waiting: ' · reconnecting…',
  paused: '',
  refused: ' · unavailable',
};

/** The path of a picture's URL, as this page's host serves it. */
const pathOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? new URL(url).pathname : null;
