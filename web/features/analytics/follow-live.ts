import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccountKey } from '#contract/keys.ts';
import { useStationsLive } from '#web/features/stations/queries.ts';
import { accountLiveQuery } from './queries.ts';

/** However many come and go: who listens is asked for once in this time at most. */
const leastMs = 1500;

/** Who listens to an account's stations now; asked again as soon as the event stream tells of somebody who came or went. */
export const useFollowedLive = (id: AccountKey) => {
  const queries = useQueryClient();
  const { data: live } = useSuspenseQuery(accountLiveQuery(id));
  const told = useStationsLive(live.stations.map(({ key }) => key));
  const isOld = live.stations.some(({ key, listeners }) => (told.get(key)?.listeners ?? listeners) !== listeners);
  const counts = [...told].map(([key, { listeners }]) => `${key} ${listeners}`).join();
  useEffect(() => {
    if (!isOld) return undefined;
    const { queryKey } = accountLiveQuery(id);
    const asked = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const wait = Math.max(0, asked + leastMs - Date.now());
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey, exact: true }), wait);
    return () => clearTimeout(timer);
  }, [queries, id, isOld, counts]);
  return live;
};
