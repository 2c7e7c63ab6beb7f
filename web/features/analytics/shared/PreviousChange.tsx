import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { formatDays } from '#web/parts/report-days.ts';
import { Change } from './Change.tsx';

/** The previous period as statistics of calls, apps and downloads have it. */
type Previous<S> = { from_date: string; to_date: string; is_part: boolean; stats: S | null } | null;

/** The change of one metric since the previous period; nothing where it is unknown or was not requested. */
export const previousChange = <S,>(
  previous: Previous<S>,
  now: S,
  value: (stats: S) => number,
  write: (value: number) => string,
): ReactNode => {
  if (!previous?.stats) return undefined;
  const before = value(previous.stats);
  return <Change now={value(now)} before={before} whole={before} isRunning={previous.is_part} write={write} />;
};

/** Several hints of one metric in a line; undefined where there are none. */
export const hints = (...parts: ReactNode[]): ReactNode => {
  const shown = parts.filter((part) => part !== undefined && part !== false);
  if (shown.length === 0) return undefined;
  return shown.map((part, i) => (
    <Fragment key={i}>
      {i > 0 && ' · '}
      {part}
    </Fragment>
  ));
};

/** The days that a period is compared with. */
export const ComparedWith = ({ previous }: { previous: Previous<unknown> }) =>
  previous?.stats ? (
    <Text c="dimmed" size="sm" mb="sm">
      Compared with {formatDays(previous.from_date, previous.to_date)}
      {previous.is_part && ' up to the same time'}
    </Text>
  ) : null;
