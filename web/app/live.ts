import type { QueryClient } from '@tanstack/react-query';
import { session } from '#contract/session.ts';
import { call } from '#web/lib/call.ts';
import { createLiveEvents, waitOr, type LiveEvents } from '#web/lib/live-events.ts';
import { stationLiveQuery } from '#web/features/stations/queries.ts';

/** Opens the browser's one event stream and lets it feed the query cache. */
export const openLiveEvents = (queries: QueryClient): LiveEvents => {
  const events = createLiveEvents({
    open: (stations, signal) => call(session.events, { query: { stations } }, { signal }),
    onStation: (live) => queries.setQueryData(stationLiveQuery(live.key).queryKey, live),
    // What comes in may also be, or take, a right.
    onInbox: () => {
      void queries.invalidateQueries({ queryKey: ['inbox'] });
      void queries.invalidateQueries({ queryKey: ['session'] });
    },
    channel: new BroadcastChannel('live.events'),
    locks: navigator.locks,
    wait: waitOr,
  });
  window.addEventListener('pagehide', (leaving) => !leaving.persisted && events.close());
  return events;
};
