import { createContext, use, useEffect } from 'react';
import type { StationKey } from '#contract/keys.ts';
import type { LiveEvents, Topic } from './live-events.ts';

/** The browser's one event stream. */
export const LiveEventsContext = createContext<LiveEvents | undefined>(undefined);

/** Keeps these stations' live state coming into the query cache while the component is there. */
export const useFollowStations = (keys: readonly StationKey[]): void => {
  const events = use(LiveEventsContext);
  const list = keys.join();
  useEffect(() => {
    if (list === '') return undefined;
    return events?.want(list.split(',').map((key): Topic => `station:${key}`));
  }, [events, list]);
};

/** Keeps the audience of a scope coming into the query cache while the component is there, with the cities of a country. */
export const useFollowAudience = (scope: string, country?: string): void => {
  const events = use(LiveEventsContext);
  useEffect(() => events?.want([`audience:${scope}`]), [events, scope]);
  useEffect(() => (country === undefined ? undefined : events?.want([`country:${country}`])), [events, country]);
};
