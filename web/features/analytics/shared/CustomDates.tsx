import { useSearch } from '@tanstack/react-router';
import { DatesBetween } from '#web/ui/form/DatesBetween.tsx';
import type { PeriodSearch } from './period-search.ts';
import { problemOf } from '#contract/rules/analytics-period.ts';
import type { PeriodState } from './use-period.ts';

/** The start and end date of a custom period. */
export const CustomDates = ({ state }: { state: PeriodState }) => {
  const { from = '', to = '' }: PeriodSearch = useSearch({ strict: false });
  return (
    <DatesBetween
      value={{ from, to }}
      max={state.today}
      problemOf={(first, last) => problemOf(first, last, state.today)}
      onChange={state.change}
    />
  );
};
