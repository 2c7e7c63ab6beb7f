import { Button, Group } from '@mantine/core';
import { IconMusicPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { wording } from '#brand/wording.ts';
import type { Station } from '#contract/api/stations.ts';
import { stationDayQuery } from '#web/features/analytics/queries.ts';
import { LastDayCurve } from '#web/features/analytics/shared/LastDayCurve.tsx';
import { rangeOf } from '#contract/rules/analytics-period.ts';
import { useMay } from '#web/features/session/queries.ts';
import { abbreviate, longDuration } from '#web/lib/format.ts';
import { stationQuery, useStationLive } from '#web/parts/station-queries.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { EncoderPanel } from './EncoderPanel.tsx';
import { OnAirPanel } from './OnAirPanel.tsx';
import { ScoreCard } from './ScoreCard.tsx';
import { ServerPanel } from './ServerPanel.tsx';
import { hlsUrl, streamUrl } from './shared/StationCard.tsx';
import { StationFacts } from './StationFacts.tsx';
import classes from './StationScreen.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');
const home = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/');

/** The station's overview: today's statistics, encoder settings, score, server, stream URLs and facts. */
export const StationScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { open } = home.useSearch();
  const navigate = home.useNavigate();
  const live = useStationLive(stationKey);
  const seesAnalytics = useMay('station.readAnalytics', { accountKey, stationKey });
  usePageTitle(station.name);
  const isSilent = live?.status === 'active' && (live.source === 'none' || live.source === 'silence');
  return (
    <div className={classes.grid}>
      <div className={classes.main}>
        {isSilent && <NothingToPlay station={station} />}
        {seesAnalytics && <TodayStats station={station} listeners={live?.listeners ?? 0} />}
        <EncoderPanel station={station} encoder={live?.encoder ?? null} />
        <ScoreCard station={station} />
      </div>
      <div className={classes.side}>
        <div className={classes.first}>
          <OnAirPanel
            station={station}
            live={live}
            isQueueOpen={open === 'queue'}
            onQueue={(isOpen) => void navigate({ search: isOpen ? { open: 'queue' } : {}, replace: true })}
          />
        </div>
        <ServerPanel station={station} live={live} />
        <StreamUrls station={station} />
        <StationFacts station={station} />
      </div>
    </div>
  );
};

const NothingToPlay = ({ station }: { station: Station }) => (
  <Surface>
    <EmptyState
      icon={<IconMusicPlus size={30} />}
      title="Nothing to play yet"
      action={
        <Group>
          <Button
            renderRoot={(props) => (
              <Link
                to="/accounts/$accountKey/stations/$stationKey/autodj"
                params={{ accountKey: station.account_key, stationKey: station.key }}
                {...props}
              />
            )}
          >
            Add music
          </Button>
          <Button variant="default" component="a" href="#encoder">
            Connect an encoder
          </Button>
        </Group>
      }
    >
      Add music to the {wording.AutoDJ} and the station goes on the air with the first track. Or connect your
      broadcasting software with the settings below: it takes over at once, and the {wording.AutoDJ} resumes when you
      disconnect.
    </EmptyState>
  </Surface>
);

const TodayStats = ({ station, listeners }: { station: Station; listeners: number }) => {
  const range = useMemo(() => rangeOf('today', new Date(), station.default_timezone || 'UTC'), [station]);
  const { data: stats } = useQuery({ ...stationDayQuery(station.key, range), throwOnError: false });
  return (
    <>
      <StatRow>
        <Stat
          label="Listeners now"
          value={abbreviate(listeners)}
          definition="Players connected to this stream right now."
        />
        <Stat
          label="Total listeners today"
          value={abbreviate(stats?.period_stats.stats.uniques ?? 0)}
          definition="Unique IP addresses that listened since midnight in the station's time zone."
        />
        <Stat
          label="Listening time today"
          value={longDuration(stats?.period_stats.stats.listening_time ?? 0)}
          definition="Total time that all listeners spent listening today."
        />
        <Stat
          label="Countries today"
          value={stats?.country_stats.length ?? 0}
          definition="Countries that today's listeners connected from, based on their IP addresses."
        />
      </StatRow>
      <Surface>
        <LastDayCurve stats={stats} />
      </Surface>
    </>
  );
};

const StreamUrls = ({ station }: { station: Station }) => {
  const url = streamUrl(station);
  const { mp4, media_type: codec, low_bitrate: low, bitrate } = station.radio_server_settings;
  const [isAac, isLow] = [mp4 && codec === 'MP3', low > 0 && low < bitrate];
  return (
    <Surface title="Stream URLs" description="Open them in any player or use them on your website.">
      <dl className={classes.list}>
        <CopyField label="Stream" value={url} />
        {station.radio_server_settings.hls && <CopyField label="HLS" value={hlsUrl(station)} />}
        {isAac && <CopyField label="AAC" value={`${url}.aac`} />}
        {isLow && <CopyField label={`${low / 1000} kbit/s`} value={`${url}-low`} />}
        <CopyField label="Playlist file (M3U)" value={`${url}.m3u`} />
        <CopyField label="Playlist file (PLS)" value={`${url}.pls`} />
        <CopyField label="Now playing" value={`${location.origin}/live/${station.streamname}`} />
      </dl>
    </Surface>
  );
};
