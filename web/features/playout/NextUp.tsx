import { IconBell, IconPlayerSkipForward } from '@tabler/icons-react';
import type { StationKey } from '#contract/keys.ts';
import { useStationLive } from '#web/parts/station-queries.ts';
import classes from './NextUp.module.css';

/** The Auto DJ's upcoming tracks; empty while another source is playing. */
export const NextUp = ({ stationKey }: { stationKey: StationKey }) => {
  const live = useStationLive(stationKey);
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
