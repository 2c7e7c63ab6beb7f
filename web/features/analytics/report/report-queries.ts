import { analytics, type StatsPart } from '#contract/api/analytics.ts';
import type { AudienceFilter } from '#contract/api/audience-filter.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, keepPreviousOf, keyedQuery } from '#web/lib/endpoint-query.ts';
import { daysOf, type Range } from '#contract/rules/analytics-period.ts';
import type { PeriodState } from '../shared/use-period.ts';

/** The subject of a report: a station, all stations of an account, or the whole portal. */
export type Subject = { accountKey: AccountKey; stationKey?: StationKey | undefined } | 'portal';

type AskedPeriod = Pick<PeriodState, 'range' | 'isCompared'>;

const fresh = { staleTime: 15_000, refetchInterval: 30_000, retry: 1 } as const;

/** Everything the streaming report shows for a period of the subject. */
export const reportQuery = (subject: Subject, { range, isCompared }: AskedPeriod, filter: AudienceFilter) => {
  const include: StatsPart[] = subject === 'portal' ? ['audience'] : ['audience', 'leaving'];
  if (isCompared) include.push('previous');
  if (subject === 'portal' || subject.stationKey === undefined) include.push('stations');
  const asked = { include, ...filter };
  return keyedQuery(reportKey(subject, range, asked), ({ signal }) => fetchReport(subject, range, asked, signal), {
    throwOnError: false,
    ...fresh,
    ...keepPreviousOf(nameOf(subject)),
  });
};

/** The same period by the hour, for the heat map of periods between a week and 93 days. */
export const hoursQuery = (subject: Subject, { range }: AskedPeriod, filter: AudienceFilter) => {
  const days = daysOf(range);
  const byHour: Range = { ...range, frequency: 'hour' };
  const asked: Asked = { include: ['previous'], ...filter };
  return keyedQuery(reportKey(subject, byHour, asked), ({ signal }) => fetchReport(subject, byHour, asked, signal), {
    enabled: days >= 7 && days <= 93,
    throwOnError: false,
    ...fresh,
    refetchInterval: false,
    staleTime: 300_000,
    ...keepPreviousOf(nameOf(subject)),
  });
};

const nameOf = (subject: Subject): string =>
  subject === 'portal' ? subject : (subject.stationKey ?? subject.accountKey);

const reportKey = (subject: Subject, { type, ...range }: Range, asked: Asked) => {
  const query = { ...range, ...asked };
  if (subject === 'portal') return endpointKey(analytics.portal, { params: { type }, query });
  const { accountKey: id, stationKey } = subject;
  if (stationKey === undefined) return endpointKey(analytics.account, { params: { id, type }, query });
  return endpointKey(analytics.stations, { params: { type }, query: { ...query, stationKeys: [stationKey] } });
};

type Asked = { include: StatsPart[] } & AudienceFilter;

const fetchReport = (subject: Subject, { type, ...range }: Range, asked: Asked, signal: AbortSignal) => {
  const query = { ...range, ...asked };
  if (subject === 'portal') return call(analytics.portal, { params: { type }, query }, { signal });
  const { accountKey: id, stationKey } = subject;
  if (stationKey === undefined) return call(analytics.account, { params: { id, type }, query }, { signal });
  return call(analytics.stations, { params: { type }, query: { ...query, stationKeys: [stationKey] } }, { signal });
};
