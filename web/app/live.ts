import type { QueryClient } from '@tanstack/react-query';
import { maxAudiences } from '#contract/audience.ts';
import type { StationKey } from '#contract/keys.ts';
import { session, maxFollowedStations } from '#contract/session.ts';
import { call } from '#web/lib/call.ts';
import { createLiveEvents, waitUnlessAborted, type LiveEvents, type Topic } from '#web/lib/live-events.ts';
import { audienceQuery } from '#web/features/live-map/shared/audience-query.ts';
import { stationLiveQuery } from '#web/parts/station-queries.ts';

/** Opens the browser's one event stream and lets it feed the query cache. */
export const openLiveEvents = (queries: QueryClient): LiveEvents => {
  const events = createLiveEvents({
    open: (topics, signal) => call(session.events, { query: followed(topics) }, { signal }),
    onAudience: (audience) => queries.setQueryData(audienceQuery(audience.scope).queryKey, audience),
    onStation: (live) => queries.setQueryData(stationLiveQuery(live.key).queryKey, live),
    // What was told before stands for nothing now, and the page may have to let the person go.
    onWithheld: ({ stations, audiences }) => {
      const told = [...stations.map((key) => stationLiveQuery(key as StationKey)), ...audiences.map(audienceQuery)];
      for (const { queryKey } of told) void queries.resetQueries({ queryKey });
      void queries.invalidateQueries({ queryKey: ['session'] });
    },
    // What comes in may also be, or take, a right.
    onInbox: () => {
      void queries.invalidateQueries({ queryKey: ['inbox'] });
      void queries.invalidateQueries({ queryKey: ['session'] });
    },
    channel: new BroadcastChannel('live.topics'),
    locks: navigator.locks,
    wait: waitUnlessAborted,
  });
  window.addEventListener('pagehide', (leaving) => !leaving.persisted && events.close());
  return events;
};

const followed = (topics: readonly Topic[]) => {
  const named = (kind: string) =>
    topics.filter((topic) => topic.startsWith(`${kind}:`)).map((topic) => topic.slice(kind.length + 1));
  return {
    stations: named('station').slice(0, maxFollowedStations),
    audiences: named('audience').slice(0, maxAudiences),
    countries: named('country').slice(0, maxAudiences),
  };
};
