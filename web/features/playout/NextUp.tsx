import { IconBell, IconPlayerSkipForward } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { stationQuery, useStationLive } from '#web/parts/station-queries.ts';
import classes from './NextUp.module.css';

/** The Auto DJ's upcoming tracks; empty while another source is playing. Their room is kept until they are known. */
export const NextUp = ({ stationKey }: { stationKey: StationKey }) => {
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const live = useStationLive(stationKey);
  if (!live && station.server_status.radio_server_status === 'active')
    return <div className={classes.root} data-pending aria-hidden />;
  const next = live?.source === 'autodj' ? (live.next ?? []) : [];
  if (next.length === 0) return null;
  return (
    <section aria-label="Next up" className={classes.root}>
      <span className={classes.name}>
        <IconPlayerSkipForward size={16} aria-hidden /> Next up
      </span>
      <ol className={classes.list}>
        {next.map(({ key, title, artist, kind }, index) => (
          <li key={`${key}.${index}`} className={classes.track}>
            {kind === 'jingle' && <IconBell size={14} aria-label="Jingle" className={classes.jingle} />}
            {title}
            {artist !== '' && <span className={classes.artist}> · {artist}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
};
