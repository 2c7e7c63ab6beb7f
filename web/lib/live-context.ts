import { createContext, use, useEffect } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LiveEvents, Topic } from './live-events.ts';

/** The browser's one event stream. */
export const LiveEventsContext = createContext<LiveEvents | undefined>(undefined);

/** Subscribes to the live state of these stations while the component is mounted; updates go to the query cache. */
export const useFollowStations = (keys: readonly StationKey[]): void => {
  const events = use(LiveEventsContext);
  const list = keys.join();
  useEffect(() => {
    if (list === '') return undefined;
    return events?.want(list.split(',').map((key): Topic => `station:${key}`));
  }, [events, list]);
};

/** Subscribes to the audience of a scope, and optionally a country's cities, while the component is mounted. */
export const useFollowAudience = (scope: string, country?: string): void => {
  const events = use(LiveEventsContext);
  useEffect(() => events?.want([`audience:${scope}`]), [events, scope]);
  useEffect(() => (country === undefined ? undefined : events?.want([`country:${country}`])), [events, country]);
};
