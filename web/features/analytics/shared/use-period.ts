import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Period, PeriodSearch } from './period-search.ts';
import { frequenciesOf, problemOf, rangeBetween, rangeOf, todayIn, type Frequency, type Range } from './period.ts';

export type PeriodState = {
  period: Period;
  /** By what the numbers are cut; one of those that the range can be cut by. */
  by: Frequency;
  range: Range;
  /** The zone whose days these are, and its date now. */
  zone: string;
  today: string;
  isCompared: boolean;
  /** Why the URL's dates are no period; `range` is today then. */
  problem: string | undefined;
  change: (to: Partial<PeriodSearch>) => void;
};

/** The period that the URL names, as days in a time zone: today where it names none; a day by the hour, days by the day unless said. */
export const usePeriod = (timeZone: string): PeriodState => {
  const search: PeriodSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const now = new Date();
  const today = todayIn(now, timeZone);
  const { period = 'today', from = '', to = '' } = search;
  const problem = period === 'custom' ? problemOf(from, to, today) : undefined;
  const named = period === 'custom' ? rangeBetween(from, to) : rangeOf(period, now, timeZone);
  const range = problem === undefined ? named : rangeOf('today', now, timeZone);
  const by = search.by && frequenciesOf(range).includes(search.by) ? search.by : range.frequency;
  return {
    period,
    by,
    range: { ...range, frequency: by },
    zone: timeZone,
    today,
    isCompared: search.compare !== false,
    problem,
    change: (changed) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...changed })) as never,
        replace: true,
        resetScroll: false,
      }),
  };
};
