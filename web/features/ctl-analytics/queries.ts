import { ctlStats } from '#contract/api/ctl-stats.ts';
import { telephony } from '#contract/api/telephony.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Range } from '#contract/rules/analytics-period.ts';
import { endpointQuery, keepPreviousOf } from '#web/lib/endpoint-query.ts';

const fresh = { staleTime: 15_000, refetchInterval: 30_000 } as const;

/** The stations of an account with their phone numbers, those that have one first. */
export const ctlStationsQuery = (id: AccountKey) => endpointQuery(telephony.stations, { params: { id } });

/** Calls have no statistics by the minute. */
const queryOf = ({ from_date, to_date, frequency }: Range) => ({
  from_date,
  to_date,
  frequency: frequency === 'day' ? ('day' as const) : ('hour' as const),
  include: ['previous' as const],
});

export const accountCallsQuery = (id: AccountKey, range: Range) =>
  endpointQuery(
    ctlStats.account,
    { params: { id, type: range.type }, query: queryOf(range) },
    { ...fresh, ...keepPreviousOf(id) },
  );

export const stationCallsQuery = (key: StationKey, range: Range) =>
  endpointQuery(
    ctlStats.station,
    { params: { key, type: range.type }, query: queryOf(range) },
    { ...fresh, ...keepPreviousOf(key) },
  );
