import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PeriodSearch } from './period-search.ts';
import {
  defaultPeriod,
  frequenciesOf,
  problemOf,
  rangeBetween,
  rangeOf,
  todayIn,
  type Frequency,
  type Period,
  type Range,
} from '#contract/rules/analytics-period.ts';

export type PeriodState = {
  period: Period;
  /** The frequency of the buckets; one that the range offers. */
  by: Frequency;
  range: Range;
  /** The time zone of the days. `today` is its current date. */
  zone: string;
  today: string;
  isCompared: boolean;
  /** Why the URL's dates are not a valid period; `range` is the default then. */
  problem: string | undefined;
  change: (to: Partial<PeriodSearch>) => void;
};

/** The URL's period as days in a time zone; the last seven by default, one day by the hour and several by the day by default. */
export const periodOf = (search: PeriodSearch, timeZone: string): Omit<PeriodState, 'change'> => {
  const now = new Date();
  const today = todayIn(now, timeZone);
  const { period = defaultPeriod, from = '', to = '' } = search;
  const problem = period === 'custom' ? problemOf(from, to, today) : undefined;
  const selected = period === 'custom' ? rangeBetween(from, to) : rangeOf(period, now, timeZone);
  const range = problem === undefined ? selected : rangeOf(defaultPeriod, now, timeZone);
  const by = search.by && frequenciesOf(range).includes(search.by) ? search.by : range.frequency;
  return {
    period,
    by,
    range: { ...range, frequency: by },
    zone: timeZone,
    today,
    isCompared: search.compare !== false,
    problem,
  };
};

/** The URL's period, and how to change it. */
export const usePeriod = (timeZone: string): PeriodState => {
  const search: PeriodSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    ...periodOf(search, timeZone),
    change: (changed) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...changed })) as never,
        replace: true,
        resetScroll: false,
      }),
  };
};
