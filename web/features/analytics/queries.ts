import { queryOptions } from '@tanstack/react-query';
import { analytics } from '#contract/analytics.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { liveStats } from '#contract/live-stats.ts';
import { call } from '#web/lib/call.ts';
import { keepPreviousOf } from '#web/lib/keep-previous.ts';
import type { Range } from '#contract/analytics-period.ts';

const fresh = { staleTime: 15_000, refetchInterval: 30_000 } as const;

/** An account's statistics of a day, with the day before. */
export const accountDayQuery = (id: AccountKey, { type, ...query }: Range) =>
  queryOptions({
    queryKey: ['analytics', 'account', id, type, query],
    queryFn: ({ signal }) =>
      call(analytics.account, { params: { id, type }, query: { ...query, include: ['previous'] } }, { signal }),
    ...fresh,
    placeholderData: keepPreviousOf(['analytics', 'account', id, type, query], 3),
  });

/** A station's statistics and audience of a day, with the day before. */
export const stationDayQuery = (key: StationKey, { type, ...query }: Range) =>
  queryOptions({
    queryKey: ['analytics', 'station', key, type, query],
    queryFn: ({ signal }) =>
      call(
        analytics.stations,
        { params: { type }, query: { ...query, include: ['audience', 'previous'], stationKeys: [key] } },
        { signal },
      ),
    ...fresh,
    placeholderData: keepPreviousOf(['analytics', 'station', key, type, query], 3),
  });

const audienceOf = { include: ['audience' as const] };

/** The audience of an account's stations in a period. */
export const accountAudienceQuery = (id: AccountKey, { type, ...query }: Range) =>
  queryOptions({
    queryKey: ['analytics', 'audience', id, type, query],
    queryFn: ({ signal }) =>
      call(analytics.account, { params: { id, type }, query: { ...query, ...audienceOf } }, { signal }),
    throwOnError: false,
    staleTime: 60_000,
  });

/** The audience of a station in a period. */
export const stationAudienceQuery = (key: StationKey, { type, ...query }: Range) =>
  queryOptions({
    queryKey: ['analytics', 'audience', key, type, query],
    queryFn: ({ signal }) =>
      call(
        analytics.stations,
        { params: { type }, query: { ...query, ...audienceOf, stationKeys: [key] } },
        { signal },
      ),
    throwOnError: false,
    staleTime: 60_000,
  });

export const accountLiveQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['analytics', 'account', id, 'live'],
    queryFn: ({ signal }) => call(liveStats.account, { params: { id }, query: {} }, { signal }),
    refetchInterval: 60_000,
  });
