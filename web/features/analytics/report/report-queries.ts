import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { analytics, type StatsPart } from '#contract/analytics.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { call } from '#web/lib/call.ts';
import { daysOf, type Range } from '../shared/period.ts';
import type { PeriodState } from '../shared/use-period.ts';

/** What is reported of: a station, or all stations of an account. */
export type Subject = { accountKey: AccountKey; stationKey?: StationKey | undefined };

const fresh = { staleTime: 15_000, refetchInterval: 30_000, placeholderData: keepPreviousData, retry: 1 } as const;

/** A period of a station or an account, with everything that a report shows. */
export const reportQuery = (subject: Subject, { range, isCompared }: PeriodState) => {
  const include: StatsPart[] = ['audience', 'leaving'];
  if (isCompared) include.push('previous');
  if (subject.stationKey === undefined) include.push('stations');
  return queryOptions({
    queryKey: ['analytics', 'report', subject, range, include],
    queryFn: ({ signal }) => ask(subject, range, include, signal),
    throwOnError: false,
    ...fresh,
  });
};

/** The same period by the hour, where it has whole weeks to tell of and is not by the hour anyway. */
export const hoursQuery = (subject: Subject, { range }: PeriodState) => {
  const days = daysOf(range);
  const byHour: Range = { ...range, frequency: 'hour' };
  return queryOptions({
    queryKey: ['analytics', 'hours', subject, byHour],
    queryFn: ({ signal }) => ask(subject, byHour, ['previous'], signal),
    enabled: days >= 7 && days <= 93,
    throwOnError: false,
    ...fresh,
    refetchInterval: false,
    staleTime: 300_000,
  });
};

const ask = (
  { accountKey, stationKey }: Subject,
  { type, ...range }: Range,
  include: StatsPart[],
  signal: AbortSignal,
) =>
  stationKey === undefined
    ? call(analytics.account, { params: { id: accountKey, type }, query: { ...range, include } }, { signal })
    : call(
        analytics.stations,
        { params: { type }, query: { ...range, include, stationKeys: [stationKey] } },
        { signal },
      );
