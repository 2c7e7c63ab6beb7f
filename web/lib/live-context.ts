import { createContext, use, useEffect } from 'react';
import type { StationKey } from '#contract/keys.ts';
import type { LiveEvents } from './live-events.ts';

/** The browser's one event stream. */
export const LiveEventsContext = createContext<LiveEvents | undefined>(undefined);

/** Keeps these stations' live state coming into the query cache while the component is there. */
export const useFollowStations = (keys: readonly StationKey[]): void => {
  const events = use(LiveEventsContext);
  const list = keys.join();
  useEffect(() => {
    if (list === '') return undefined;
    return events?.want(list.split(',') as StationKey[]);
  }, [events, list]);
};
