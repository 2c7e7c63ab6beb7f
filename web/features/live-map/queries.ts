import { queryOptions } from '@tanstack/react-query';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { liveStats, type LiveStats } from '#contract/live-stats.ts';
import { call } from '#web/lib/call.ts';

const withOutputs = { include_outputs: 'true' } as const;

/** Whose listeners are shown: an account's or a station's, or the whole portal's. */
export type LiveScope = AccountKey | StationKey | 'portal';
export const isStation = (scope: LiveScope): scope is StationKey => scope.startsWith('s-');
const isAccount = (scope: LiveScope): scope is AccountKey => scope.startsWith('a-');

/** A station as a live page lists it; the portal's are of many accounts. */
export type LiveStation = LiveStats['stations'][number] & { account_key?: AccountKey };
export type LiveNow = Omit<LiveStats, 'stations'> & { stations: LiveStation[] };

/** Who listens now, asked once; after that the event stream tells. */
export const liveQuery = (scope: LiveScope) =>
  queryOptions({
    queryKey: ['live', scope],
    queryFn: ({ signal }) => askNow(scope, signal),
    throwOnError: false,
  });

const askNow = async (scope: LiveScope, signal: AbortSignal): Promise<LiveNow> => {
  if (isStation(scope))
    return await call(liveStats.station, { params: { key: scope }, query: withOutputs }, { signal });
  if (isAccount(scope)) return await call(liveStats.account, { params: { id: scope }, query: withOutputs }, { signal });
  return { ...(await call(liveStats.portal, { query: withOutputs }, { signal })), sessions: [] };
};

/** The cities of a country that is looked at, until the event stream tells them. */
export const citiesQuery = (scope: LiveScope, countryCode: string) =>
  queryOptions({
    queryKey: ['live', scope, 'cities', countryCode],
    queryFn: async ({ signal }) => {
      const query = { ...withOutputs, countryCode };
      if (isStation(scope)) return await call(liveStats.stationCities, { params: { key: scope }, query }, { signal });
      if (isAccount(scope)) return await call(liveStats.accountCities, { params: { id: scope }, query }, { signal });
      return await call(liveStats.portalCities, { query }, { signal });
    },
    throwOnError: false,
  });

/** The last hour of each station. */
export const curveQuery = (scope: AccountKey | StationKey) =>
  queryOptions({
    queryKey: ['live', scope, 'curve'],
    queryFn: ({ signal }) =>
      isStation(scope)
        ? call(liveStats.stationCurve, { params: { key: scope } }, { signal })
        : call(liveStats.accountCurve, { params: { id: scope } }, { signal }),
    staleTime: 60_000,
    throwOnError: false,
  });
