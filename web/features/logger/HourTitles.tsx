import { Text, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { LogDay } from '#contract/api/logger.ts';
import classes from './HourTitles.module.css';
import { clockIn, hourOf } from './log-time.ts';

type HourTitlesProps = { day: LogDay; at: number; onPlay: (at: number) => void };

/** The titles of the selected hour; a click plays from the start of the title. */
export const HourTitles = ({ day, at, onPlay }: HourTitlesProps) => {
  const hour = hourOf(day, at);
  const titles = day.titles.filter((title) => title.at >= hour.from && title.at < hour.to);
  const clock = (moment: number): string => clockIn(day.timezone, moment, 'minute');
  const current = titles.findLast((title) => title.at <= at);
  return (
    <section aria-label="Titles of this hour">
      <Title order={3} size="h6" mb="xs">
        {clock(hour.from)} to {clock(hour.to)}
      </Title>
      {titles.length === 0 ? (
        <Text c="dimmed" size="sm">
          No titles started in this hour.
        </Text>
      ) : (
        <ol className={classes.list}>
          {titles.map((title) => (
            <li key={title.at}>
              <button
                type="button"
                className={classes.row}
                aria-current={title === current || undefined}
                onClick={() => onPlay(title.at)}
              >
                <span className={`${classes.time} numbers`}>{clockIn(day.timezone, title.at)}</span>
                <span className={classes.title}>{title.title}</span>
                <IconPlayerPlay size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
