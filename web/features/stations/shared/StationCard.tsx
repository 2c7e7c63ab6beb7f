import { Text } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { PlayButton } from '#web/features/player/shared/PlayButton.tsx';
import type { PlayerStation } from '#web/features/player/shared/player.ts';
import { abbreviate } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { isPlayingSource } from '#contract/api/on-air.ts';
import { OnAir } from '#web/ui/OnAir.tsx';
import classes from './StationCard.module.css';

type StationCardProps = { station: Station; live: StationLive | undefined };

/** A station at a glance: on air or not, what is playing and how many listen. */
export const StationCard = ({ station, live }: StationCardProps) => {
  const isOn = isPlayingSource(live);
  return (
    <article className={classes.root}>
      <Artwork name={station.name} src={station.logo ?? undefined} size={64} />
      <div className={classes.words}>
        <Link
          to="/accounts/$accountKey/stations/$stationKey"
          params={{ accountKey: station.account_key, stationKey: station.key }}
          className={classes.name}
        >
          {station.name}
        </Link>
        <Text size="sm" c="dimmed" truncate>
          {isOn && live.title !== '' ? live.title : station.description || `/${station.streamname}`}
        </Text>
        <div className={classes.facts}>
          <OnAir live={live} size="sm" />
          {isOn && (
            <span className={classes.listeners}>
              <IconHeadphones size={15} aria-hidden />
              <span className="numbers">{abbreviate(live.listeners)}</span>
              <span className={classes.unit}>listening</span>
            </span>
          )}
        </div>
      </div>
      {isOn && <PlayButton station={toPlayerStation(station)} size={40} />}
    </article>
  );
};

/** A station for the page's player. On an https page its URLs become https, as browsers block others there. */
export const toPlayerStation = (station: Station): PlayerStation => ({
  key: station.key,
  account_key: station.account_key,
  name: station.name,
  mount: station.streamname,
  logo: station.logo,
  url: asSecureAsPage(streamUrl(station)),
  burstMs: station.radio_server_settings.burst,
  hls: station.radio_server_settings.hls ? asSecureAsPage(hlsUrl(station)) : null,
});

const asSecureAsPage = (url: string): string =>
  location.protocol === 'https:' ? url.replace(/^http:/, 'https:') : url;

/** The stream's URL, `{streambase}/{streamname}` (spec §3). */
export const streamUrl = ({ streambase, streamname }: Station): string =>
  `${streambase.replace(/\/$/, '')}/${streamname}`;

/** The HLS URL; it works only if the station has HLS switched on. */
export const hlsUrl = ({ streambase, streamname }: Station): string =>
  `${streambase.replace(/\/$/, '')}/hls/${streamname}/index.m3u8`;
