import type { AdMarker } from '#contract/api/ad-markers.ts';
import { duration as clock } from '#web/lib/format.ts';
import { spotText } from './spot-labels.ts';
import classes from './Spots.module.css';

type SpotLineProps = { markers: readonly AdMarker[]; duration: number; chapters: readonly { start: number }[] };

/** An episode as a timeline with its chapters and spots, with a text version below. */
export const SpotLine = ({ markers, duration, chapters }: SpotLineProps) => {
  const share = (at: number): string => `${String((at / duration) * 100)}%`;
  return (
    <>
      <div className={classes.line} aria-hidden>
        {chapters.map(({ start }) => (
          <span key={start} className={classes.chapter} style={{ insetInlineStart: share(start) }} />
        ))}
        {markers.map(({ kind, at }) => (
          <span
            key={`${kind}${String(at)}`}
            className={classes.spot}
            data-kind={kind}
            style={{ insetInlineStart: share(at) }}
          />
        ))}
      </div>
      <div className={`${classes.ends} numbers`} aria-hidden>
        <span>{clock(0)}</span>
        <span>{clock(duration)}</span>
      </div>
      <p className={classes.words}>{markers.length === 0 ? 'No spots.' : `${markers.map(spotText).join(', ')}.`}</p>
    </>
  );
};
