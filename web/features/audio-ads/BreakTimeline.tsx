import type { AdBreak } from '#contract/api/audio-ads.ts';
import { count, moment } from '#web/lib/format.ts';
import classes from './AudioAds.module.css';
import { breakKinds, fillOf } from './break-texts.ts';

type BreakTimelineProps = {
  breaks: readonly AdBreak[];
  hours: number;
  /** The end of the period, ms. */
  now: number;
};

const ticks = 3;

/** Breaks on a line of time; the filled part is the share of listeners who heard a spot. The table lists the same. */
export const BreakTimeline = ({ breaks, hours, now }: BreakTimelineProps) => {
  const lengthMs = hours * 3_600_000;
  const from = now - lengthMs;
  return (
    <>
      <div className={classes.timeline} role="img" aria-label={`${count(breaks.length, 'break')} in this period`}>
        {breaks.map((one) => {
          const start = (Date.parse(one.at) - from) / lengthMs;
          return (
            <span
              key={one.id}
              className={classes.break}
              title={`${moment(one.at)}, ${breakKinds[one.kind]}`}
              style={{
                insetInlineStart: `min(${String(Math.max(0, start) * 100)}%, calc(100% - 3px))`,
                inlineSize: `${String((one.seconds * 100_000) / lengthMs)}%`,
              }}
            >
              <span className={classes.fill} style={{ blockSize: `${String(fillOf(one) * 100)}%` }} />
            </span>
          );
        })}
      </div>
      <div className={`${classes.ticks} numbers`} aria-hidden>
        {Array.from({ length: ticks }, (_, i) => (
          <span key={i}>{moment(new Date(from + (i * lengthMs) / (ticks - 1)).toISOString())}</span>
        ))}
      </div>
    </>
  );
};
