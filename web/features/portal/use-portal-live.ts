import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStationsLive } from '#web/features/stations/queries.ts';
import { portalLiveQuery } from './queries.ts';

/** So many of the most heard stations are followed by the event stream. */
const followed = 50;
/** However many come and go: the totals are asked for once in this time at most. */
const leastMs = 1500;

/** Who listens in the whole portal now; asked again as soon as the event stream tells that a count has changed. */
export const usePortalLive = () => {
  const queries = useQueryClient();
  const { data: live, error } = useQuery({ ...portalLiveQuery, throwOnError: false });
  const shown = (live?.stations ?? []).slice(0, followed);
  const told = useStationsLive(shown.map(({ key }) => key));
  const isOld = shown.some(({ key, listeners }) => (told.get(key)?.listeners ?? listeners) !== listeners);
  const counts = [...told].map(([key, { listeners }]) => `${key} ${listeners}`).join();
  useEffect(() => {
    if (!isOld) return undefined;
    const { queryKey } = portalLiveQuery;
    const asked = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const wait = Math.max(0, asked + leastMs - Date.now());
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey, exact: true }), wait);
    return () => clearTimeout(timer);
  }, [queries, isOld, counts]);
  return { live, error };
};
