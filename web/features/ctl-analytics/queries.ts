import { queryOptions } from '@tanstack/react-query';
import { ctlStats } from '#contract/ctl-stats.ts';
import { telephony } from '#contract/telephony.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Range } from '#contract/analytics-period.ts';
import { call } from '#web/lib/call.ts';
import { keepPreviousOf } from '#web/lib/keep-previous.ts';

const fresh = { staleTime: 15_000, refetchInterval: 30_000 } as const;

/** The stations of an account with their phone numbers, those that have one first. */
export const ctlStationsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['telephony', 'account', id],
    queryFn: ({ signal }) => call(telephony.stations, { params: { id } }, { signal }),
  });

/** Calls have no statistics by the minute. */
const queryOf = ({ from_date, to_date, frequency }: Range) => ({
  from_date,
  to_date,
  frequency: frequency === 'day' ? ('day' as const) : ('hour' as const),
  include: ['previous' as const],
});

export const accountCallsQuery = (id: AccountKey, range: Range) =>
  queryOptions({
    queryKey: ['ctlStats', 'account', id, range.type, queryOf(range)],
    queryFn: ({ signal }) =>
      call(ctlStats.account, { params: { id, type: range.type }, query: queryOf(range) }, { signal }),
    ...fresh,
    placeholderData: keepPreviousOf(['ctlStats', 'account', id, range.type, queryOf(range)], 3),
  });

export const stationCallsQuery = (key: StationKey, range: Range) =>
  queryOptions({
    queryKey: ['ctlStats', 'station', key, range.type, queryOf(range)],
    queryFn: ({ signal }) =>
      call(ctlStats.station, { params: { key, type: range.type }, query: queryOf(range) }, { signal }),
    ...fresh,
    placeholderData: keepPreviousOf(['ctlStats', 'station', key, range.type, queryOf(range)], 3),
  });
