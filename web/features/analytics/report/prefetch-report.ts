import type { QueryClient } from '@tanstack/react-query';
import { filterOf } from '../shared/use-filters.ts';
import { periodOf } from '../shared/use-period.ts';
import type { PeriodSearch } from '../shared/period-search.ts';
import { hoursQuery, reportQuery, type Subject } from './report-queries.ts';

/** Begins the calls that `useReport` makes first; `zone` is that of the report's days. */
export const prefetchReport = (queries: QueryClient, subject: Subject, zone: string, search: PeriodSearch): void => {
  const period = periodOf(search, zone);
  const filter = filterOf(search);
  void queries.prefetchQuery(reportQuery(subject, period, filter));
  const byHour = hoursQuery(subject, period, filter);
  if (byHour.enabled === true) void queries.prefetchQuery(byHour);
};
