import { analytics } from '#contract/api/analytics.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { liveStats } from '#contract/api/live-stats.ts';
import { endpointQuery, keepPreviousOf } from '#web/lib/endpoint-query.ts';
import type { Range } from '#contract/rules/analytics-period.ts';

const fresh = { staleTime: 15_000, refetchInterval: 30_000 } as const;

/** An account's statistics of a day, with the day before. */
export const accountDayQuery = (id: AccountKey, { type, ...query }: Range) =>
  endpointQuery(
    analytics.account,
    { params: { id, type }, query: { ...query, include: ['previous'] } },
    { ...fresh, ...keepPreviousOf(id) },
  );

/** A station's statistics and audience of a day, with the day before. */
export const stationDayQuery = (key: StationKey, { type, ...query }: Range) =>
  endpointQuery(
    analytics.stations,
    { params: { type }, query: { ...query, include: ['audience', 'previous'], stationKeys: [key] } },
    { ...fresh, ...keepPreviousOf(key) },
  );

const audienceOf = { include: ['audience' as const] };

/** The audience of an account's stations in a period. */
export const accountAudienceQuery = (id: AccountKey, { type, ...query }: Range) =>
  endpointQuery(
    analytics.account,
    { params: { id, type }, query: { ...query, ...audienceOf } },
    { throwOnError: false, staleTime: 60_000 },
  );

/** The audience of a station in a period. */
export const stationAudienceQuery = (key: StationKey, { type, ...query }: Range) =>
  endpointQuery(
    analytics.stations,
    { params: { type }, query: { ...query, ...audienceOf, stationKeys: [key] } },
    { throwOnError: false, staleTime: 60_000 },
  );

export const accountLiveQuery = (id: AccountKey) =>
  endpointQuery(liveStats.account, { params: { id }, query: {} }, { refetchInterval: 60_000 });
