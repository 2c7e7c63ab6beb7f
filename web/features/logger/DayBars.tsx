import { Stack } from '@mantine/core';
import type { LogDay } from '#contract/api/logger.ts';
import { hourMs, minuteMs } from '#contract/rules/time.ts';
import { clockIn, hourOf, titleAt, type Span } from './log-time.ts';
import { sourceName } from './source-names.ts';
import { TimeBar } from './TimeBar.tsx';
import classes from './TimeBar.module.css';

type DayBarsProps = { day: LogDay; at: number; marked: Partial<Span>; onPick: (at: number) => void };

/** The timelines of the day and, enlarged, of the selected hour. */
export const DayBars = ({ day, at, marked, onPick }: DayBarsProps) => {
  const hour = hourOf(day, at);
  const zone = day.timezone;
  const text = [clockIn(zone, at), titleAt(day.titles, at)].filter((part) => part !== '').join(', ');
  const common = { sources: day.sources, at, marked, text, onPick };
  return (
    <Stack gap="sm">
      <TimeBar
        {...common}
        label="Time of day"
        span={day}
        shown={hour}
        step={10 * minuteMs}
        page={hourMs}
        ticks={every(day, 3 * hourMs).map((tick) => ({ at: tick, label: clockIn(zone, tick, 'hour') }))}
      />
      <TimeBar
        {...common}
        label="Time within the hour"
        span={hour}
        step={1000}
        page={minuteMs}
        ticks={every(hour, 10 * minuteMs).map((tick) => ({ at: tick, label: clockIn(zone, tick, 'minute') }))}
      />
      <ul className={classes.legend} aria-label="Colours">
        {[...new Set(day.sources.map(({ source }) => source))].map((source) => (
          <li key={source}>
            <span className={classes.swatch} data-source={source} aria-hidden />
            {sourceName(source)}
          </li>
        ))}
      </ul>
    </Stack>
  );
};

const every = ({ from, to }: Span, ms: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / ms) }, (_, i) => from + i * ms);
