import { IconBell, IconPlayerSkipForward } from '@tabler/icons-react';
import type { StationKey } from '#contract/keys.ts';
import { useStationLive } from '#web/parts/station-queries.ts';
import classes from './NextUp.module.css';

/** What the Auto DJ plays after the track that is on the air; nothing while somebody else sends. */
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
        {next.map(({ key, title, artist, kind }, place) => (
          <li key={`${key}.${place}`} className={classes.track}>
            {kind === 'jingle' && <IconBell size={14} aria-label="Jingle" className={classes.jingle} />}
            {title}
            {artist !== '' && <span className={classes.artist}> · {artist}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
};
