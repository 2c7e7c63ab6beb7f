import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { liveStats, type LiveStats } from '#contract/api/live-stats.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, keyedQuery } from '#web/lib/endpoint-query.ts';

const withOutputs = { include_outputs: 'true' } as const;

/** The scope of a live page: an account, a station or the whole portal. */
export type LiveScope = AccountKey | StationKey | 'portal';
export const isStation = (scope: LiveScope): scope is StationKey => scope.startsWith('s-');
const isAccount = (scope: LiveScope): scope is AccountKey => scope.startsWith('a-');

/** A station on a live page; on the portal's page it names its account. */
export type LiveStation = LiveStats['stations'][number] & { account_key?: AccountKey };
export type LiveNow = Omit<LiveStats, 'stations'> & { stations: LiveStation[] };

/** The current listeners, fetched once; the event stream then pushes updates. */
export const liveQuery = (scope: LiveScope) =>
  keyedQuery(nowKey(scope), ({ signal }) => fetchNow(scope, signal), { throwOnError: false });

const nowKey = (scope: LiveScope) => {
  if (isStation(scope)) return endpointKey(liveStats.station, { params: { key: scope }, query: withOutputs });
  if (isAccount(scope)) return endpointKey(liveStats.account, { params: { id: scope }, query: withOutputs });
  return endpointKey(liveStats.portal, { query: withOutputs });
};

const fetchNow = async (scope: LiveScope, signal: AbortSignal): Promise<LiveNow> => {
  if (isStation(scope))
    return await call(liveStats.station, { params: { key: scope }, query: withOutputs }, { signal });
  if (isAccount(scope)) return await call(liveStats.account, { params: { id: scope }, query: withOutputs }, { signal });
  return { ...(await call(liveStats.portal, { query: withOutputs }, { signal })), sessions: [] };
};

/** The cities of the selected country, until the event stream pushes them. */
export const citiesQuery = (scope: LiveScope, countryCode: string) =>
  keyedQuery(
    citiesKey(scope, countryCode),
    async ({ signal }) => {
      const query = { ...withOutputs, countryCode };
      if (isStation(scope)) return await call(liveStats.stationCities, { params: { key: scope }, query }, { signal });
      if (isAccount(scope)) return await call(liveStats.accountCities, { params: { id: scope }, query }, { signal });
      return await call(liveStats.portalCities, { query }, { signal });
    },
    { throwOnError: false },
  );

const citiesKey = (scope: LiveScope, countryCode: string) => {
  const query = { ...withOutputs, countryCode };
  if (isStation(scope)) return endpointKey(liveStats.stationCities, { params: { key: scope }, query });
  if (isAccount(scope)) return endpointKey(liveStats.accountCities, { params: { id: scope }, query });
  return endpointKey(liveStats.portalCities, { query });
};

/** The last hour of each station in the scope. */
export const curveQuery = (scope: AccountKey | StationKey) =>
  keyedQuery(
    isStation(scope)
      ? endpointKey(liveStats.stationCurve, { params: { key: scope } })
      : endpointKey(liveStats.accountCurve, { params: { id: scope } }),
    ({ signal }) =>
      isStation(scope)
        ? call(liveStats.stationCurve, { params: { key: scope } }, { signal })
        : call(liveStats.accountCurve, { params: { id: scope } }, { signal }),
    { staleTime: 60_000, throwOnError: false },
  );
