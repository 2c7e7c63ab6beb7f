import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { stationQuery } from '#web/parts/station-queries.ts';
import { toPlayerStation } from '#web/features/stations/shared/StationCard.tsx';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './StationSettings.module.css';
import { nowPlayingCode, playerCode } from './widget-code.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/widget/player`, the widget tab: code to embed the station on other websites (spec §2). */
export const PlayerWidgetScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const src = toPlayerStation(station).url;
  usePageTitle(`${station.name}: Widget`);
  return (
    <div className={classes.narrow}>
      <Surface
        title="Player"
        description="Paste this code where you want the player to appear. Preview:"
        actions={<CopyButton label="Player code" value={playerCode(station, src)} />}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live stream has no captions */}
        <audio controls preload="none" src={src} className={classes.player} aria-label={`${station.name} player`} />
        <Code label="Player code" code={playerCode(station, src)} />
      </Surface>
      <Surface
        title="Now playing"
        description="Shows the current title and updates as soon as the next one starts."
        actions={<CopyButton label="Title code" value={nowPlayingCode(station, location.origin)} />}
      >
        <Code label="Title code" code={nowPlayingCode(station, location.origin)} />
      </Surface>
    </div>
  );
};

const Code = ({ label, code }: { label: string; code: string }) => (
  <pre className={classes.code} dir="ltr" tabIndex={0} role="region" aria-label={label}>
    {code}
  </pre>
);
