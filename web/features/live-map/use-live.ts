import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Audience } from '#contract/api/audience.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { citiesQuery, liveQuery, type LiveNow, type LiveScope, type LiveStation } from './queries.ts';
import { stationsNow } from './stations-now.ts';
import { useAudience } from './shared/use-audience.ts';

/** The minimum time between two fetches of the session list. */
const minRefetchMs = 2000;

export type Live = {
  /** Undefined while loading, or if the streaming server is unavailable and nothing is known yet. */
  now: Pick<Audience, 'listeners' | 'outputs' | 'countries' | 'cities'> | undefined;
  /** Whether the streaming server is unavailable; the data is then the last known. */
  isUnavailable: boolean;
  stations: LiveStation[];
  sessions: LiveNow['sessions'];
  pushed: Audience | undefined;
};

/** The current listeners, updated by pushes, with the cities of the selected country. */
export const useLive = (scope: LiveScope, country: string | undefined): Live => {
  const { data: fetched, error, isLoading } = useQuery(liveQuery(scope));
  const cities = useQuery({ ...citiesQuery(scope, country ?? ''), enabled: country !== undefined });
  const pushed = useAudience(scope, country);
  // A push that comes before the first reply would have it fetched again as soon as it is there.
  useSessionRefetch(scope, isLoading ? undefined : pushed, fetched);
  const reliable = pushed && (pushed.reachable || pushed.listeners > 0) ? pushed : undefined;
  const current = reliable ?? fetched;
  const pushedCities = reliable?.cities.filter(({ iso }) => iso === country) ?? [];
  return {
    now: current && {
      listeners: current.listeners,
      outputs: current.outputs ?? { stream: 0, relay: 0, hls: 0 },
      countries: current.countries,
      cities: pushedCities.length > 0 || !cities.data ? pushedCities : cities.data.cities,
    },
    isUnavailable: pushed ? !pushed.reachable : error !== null && asApiError(error).status === 503,
    stations: stationsNow(fetched, reliable),
    sessions: fetched?.sessions ?? [],
    pushed,
  };
};

/** Refetches the list of sessions when listeners connect or disconnect; an empty one while nobody listens is right. */
const useSessionRefetch = (scope: LiveScope, pushed: Audience | undefined, fetched: LiveNow | undefined): void => {
  const queries = useQueryClient();
  const isNobody = fetched?.listeners === 0 && pushed?.listeners === 0;
  const at = pushed?.reachable && !isNobody ? pushed.at : undefined;
  useEffect(() => {
    if (at === undefined) return undefined;
    const { queryKey } = liveQuery(scope);
    const lastFetched = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const wait = Math.max(0, lastFetched + minRefetchMs - Date.now());
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }),
      wait,
    );
    return () => clearTimeout(timer);
  }, [queries, scope, at]);
};
