import type { CSSProperties } from 'react';
import type { DayPartRow } from '#contract/playout-rules.ts';
import { daySpans } from '#contract/week.ts';
import { colorOf } from './day-part-color.ts';
import { dayNames, shortDay, formatHours } from './week-format.ts';
import classes from './WeekGrid.module.css';

const hours = [0, 3, 6, 9, 12, 15, 18, 21];

/** The week as a picture: which daypart plays when. The table below lists the same. */
export const WeekGrid = ({ parts }: { parts: readonly DayPartRow[] }) => (
  <div className={classes.root} role="img" aria-label="Dayparts by day of the week">
    <div className={classes.hours}>
      {hours.map((hour) => (
        <span key={hour} style={{ insetBlockStart: `${(hour / 24) * 100}%` }}>
          {hour % 12 === 0 ? 12 : hour % 12} {hour < 12 ? 'AM' : 'PM'}
        </span>
      ))}
    </div>
    {dayNames.map((name, i) => (
      <div key={name} className={classes.day}>
        <div className={classes.name}>{shortDay(i + 1)}</div>
        <div className={classes.column}>
          {parts.flatMap((part, index) =>
            daySpans(part)
              .filter(({ day }) => day === i + 1)
              .map(({ from, to }) => (
                <div
                  key={`${part.id}.${from}`}
                  className={classes.part}
                  title={`${part.name}, ${formatHours(part)}`}
                  style={
                    {
                      '--part': colorOf(index),
                      insetBlockStart: `${(from / 1440) * 100}%`,
                      blockSize: `${((to - from) / 1440) * 100}%`,
                    } as CSSProperties
                  }
                >
                  <span>{part.name}</span>
                </div>
              )),
          )}
        </div>
      </div>
    ))}
  </div>
);
