import { Alert, Button, Text, Title } from '@mantine/core';
import { IconHeadphones, IconMicrophone, IconMicrophone2, IconMusic } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import { OpenAlerts } from '#web/features/monitoring/shared/OpenAlerts.tsx';
import { PlayButton } from '#web/features/player/shared/PlayButton.tsx';
import { useMay } from '#web/features/session/queries.ts';
import { rememberStation } from '#web/features/session/shared/recent-station.ts';
import { count } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { isPlayingSource } from '#contract/api/on-air.ts';
import { OnAir } from '#web/ui/OnAir.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { stationQuery, useStationLive } from '#web/parts/station-queries.ts';
import { SuspendedStation } from './SuspendedStation.tsx';
import { toPlayerStation } from './shared/StationCard.tsx';
import { UnreadableTracks } from './UnreadableTracks.tsx';
import classes from './StationFrame.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** The frame around all of a station's pages: the live bar (on air, now playing, listeners), warnings and tabs. */
export const StationFrame = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const live = useStationLive(stationKey);
  const seesAnalytics = useMay('station.readAnalytics', { accountKey, stationKey });
  const seesSettings = useMay('station.readSettings', { accountKey, stationKey });
  const mayGoLive = useMay('station.goLive', { accountKey, stationKey });
  const base = `/accounts/${accountKey}/stations/${stationKey}`;
  const { pathname } = useLocation();
  useEffect(() => rememberStation(stationKey), [stationKey]);
  return (
    <>
      <LiveBar
        station={station}
        live={live}
        isCompact={pathname.replace(/\/$/, '') !== base}
        studio={mayGoLive && !pathname.startsWith(`${base}/studio`) ? `${base}/studio` : undefined}
      />
      {station.suspended && <SuspendedStation station={station} />}
      {station.master && station.master.state !== 'active' && station.radio_server_settings.relay_url === '' && (
        <Alert color="yellow" mt="md" title="The relay has no master">
          {station.master.state === 'deleted'
            ? 'Its master station was deleted.'
            : `Its master station, ${station.master.name}, is not active.`}{' '}
          Listeners hear the relay’s own fail-over URLs and {wording.AutoDJ}.
        </Alert>
      )}
      <UnreadableTracks accountKey={accountKey} stationKey={stationKey} unreadable={live?.unreadable} />
      {brand.flags.stationAlerts && <OpenAlerts station={station} />}
      <div className={classes.tabs}>
        <PageTabs
          label="Station"
          tabs={[
            { to: base, text: 'Overview', exact: true },
            { to: `${base}/autodj`, text: wording.AutoDJ },
            { to: `${base}/library`, text: 'Library' },
            { to: `${base}/podcasts`, text: wording.Podcasts },
            ...(seesAnalytics ? [{ to: `${base}/analytics`, text: 'Analytics' }] : []),
            { to: `${base}/presenters`, text: 'Presenters' },
            { to: `${base}/logger`, text: 'Logger' },
            ...(brand.flags.advertising && station.audioads === 'enabled'
              ? [{ to: `${base}/breaks`, text: 'Breaks' }]
              : []),
            ...(seesSettings && brand.flags.automation ? [{ to: `${base}/automation`, text: 'Automation' }] : []),
            ...(seesSettings ? [{ to: `${base}/ctl`, text: 'Call-To-Listen' }] : []),
            ...(seesSettings ? settingsTabs(base) : []),
          ]}
        />
      </div>
      <Outlet />
    </>
  );
};

type LiveBarProps = {
  station: Station;
  live: StationLive | undefined;
  isCompact: boolean;
  /** The path of its studio, unless this is it. */
  studio: string | undefined;
};

/** The state of the station: large on its overview, one line on its other pages. */
const LiveBar = ({ station, live, isCompact, studio }: LiveBarProps) => {
  const isOn = isPlayingSource(live);
  const Icon = live?.source === 'live' ? IconMicrophone2 : IconMusic;
  return (
    <header className={classes.bar} data-compact={isCompact || undefined}>
      <Artwork name={station.name} src={station.logo ?? undefined} size={isCompact ? 40 : 88} />
      <div className={classes.words}>
        <div className={classes.top}>
          <OnAir live={live} />
          {isOn && (
            <span className={`${classes.listeners} numbers`}>
              <IconHeadphones size={16} aria-hidden />
              {count(live.listeners, 'listener')}
            </span>
          )}
          {studio !== undefined && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconMicrophone size={16} aria-hidden />}
              renderRoot={(props) => <Link to={studio as '/'} {...props} />}
            >
              Studio
            </Button>
          )}
        </div>
        <Title order={1} className={classes.name}>
          {station.name}
        </Title>
        <Text c="dimmed" truncate className={classes.playing} aria-live="polite">
          {isOn ? (
            <>
              <Icon size={16} aria-hidden className={classes.icon} />
              {live.presenter && live.presenter.name !== live.title && `${live.presenter.name}: `}
              {live.title === '' ? 'No title' : live.title}
            </>
          ) : (
            station.description || 'Not on the air'
          )}
        </Text>
      </div>
      {isOn && <PlayButton station={toPlayerStation(station)} size={isCompact ? 40 : 56} />}
    </header>
  );
};

const settingsTabs = (base: string): { to: string; text: string }[] => [
  { to: `${base}/relays`, text: 'Relays' },
  { to: `${base}/widget`, text: 'Widget' },
  { to: `${base}/settings`, text: 'Settings' },
];
