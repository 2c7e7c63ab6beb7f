import { useQuery } from '@tanstack/react-query';
import { useFilters } from '../shared/use-filters.ts';
import { usePeriod } from '../shared/use-period.ts';
import { daysOf } from '#contract/rules/analytics-period.ts';
import { hoursQuery, reportQuery, type Subject } from './report-queries.ts';

/**
 * The URL's period and filters and their report, in the time zone the report names; `zone` is used until the first
 * report arrives.
 */
export const useReport = (subject: Subject, zone: string) => {
  const filters = useFilters();
  const guessed = usePeriod(zone);
  const first = useQuery(reportQuery(subject, guessed, filters.filter));
  const period = usePeriod(first.isPlaceholderData ? zone : (first.data?.timezone ?? zone));
  const report = useQuery(reportQuery(subject, period, filters.filter));
  const hours = useQuery(hoursQuery(subject, period, filters.filter));
  const isWeekOrMore = daysOf(period.range) >= 7;
  return { period, filters, report, hours: isWeekOrMore ? hours.data : undefined };
};
