import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Audience } from '#contract/audience.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { citiesQuery, liveQuery, type LiveNow, type LiveScope, type LiveStation } from './queries.ts';
import { stationsNow } from './stations-now.ts';
import { useAudience } from './shared/use-audience.ts';

/** However many come and go: the list of them is asked for once in this time at most. */
const leastMs = 2000;

export type Live = {
  /** Nothing while it is asked for, and while the streaming server is away and nothing was known before. */
  now: Pick<Audience, 'listeners' | 'outputs' | 'countries' | 'cities'> | undefined;
  /** Whether the streaming server is away: what is shown is what it last told. */
  isAway: boolean;
  stations: LiveStation[];
  sessions: LiveNow['sessions'];
  pushed: Audience | undefined;
};

/** Who listens now, as it is pushed: with the cities of a country where one is looked at. */
export const useLive = (scope: LiveScope, country: string | undefined): Live => {
  const { data: asked, error } = useQuery(liveQuery(scope));
  const cities = useQuery({ ...citiesQuery(scope, country ?? ''), enabled: country !== undefined });
  const pushed = useAudience(scope, country);
  useAskedAnew(scope, pushed);
  const told = pushed && (pushed.reachable || pushed.listeners > 0) ? pushed : undefined;
  const known = told ?? asked;
  const ofCountry = told?.cities.filter(({ iso }) => iso === country) ?? [];
  return {
    now: known && {
      listeners: known.listeners,
      outputs: known.outputs ?? { stream: 0, relay: 0, hls: 0 },
      countries: known.countries,
      cities: ofCountry.length > 0 || !cities.data ? ofCountry : cities.data.cities,
    },
    isAway: pushed ? !pushed.reachable : error !== null && asApiError(error).status === 503,
    stations: stationsNow(asked, told),
    sessions: asked?.sessions ?? [],
    pushed,
  };
};

/** Which sessions there are is asked as soon as somebody came or went. */
const useAskedAnew = (scope: LiveScope, pushed: Audience | undefined): void => {
  const queries = useQueryClient();
  const at = pushed?.reachable ? pushed.at : undefined;
  useEffect(() => {
    if (at === undefined) return undefined;
    const { queryKey } = liveQuery(scope);
    const before = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const wait = Math.max(0, before + leastMs - Date.now());
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }),
      wait,
    );
    return () => clearTimeout(timer);
  }, [queries, scope, at]);
};
