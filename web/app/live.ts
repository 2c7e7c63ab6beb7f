import type { QueryClient } from '@tanstack/react-query';
import { maxAudiences } from '#contract/api/audience.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { session, maxFollowedStations } from '#contract/api/session.ts';
import { call } from '#web/lib/call.ts';
import { refetchPaths } from '#web/lib/endpoint-query.ts';
import { createLiveEvents, waitUnlessAborted, type LiveEvents, type Topic } from '#web/lib/live-events.ts';
import { seenAs } from '#web/lib/see-as.ts';
import { audienceQuery } from '#web/features/live-map/shared/audience-query.ts';
import { stationLiveQuery } from '#web/parts/station-queries.ts';

/** Opens the browser's single event stream and writes its events to the query cache. */
export const openLiveEvents = (queries: QueryClient): LiveEvents => {
  // A tab that shows the portal as another person must not share its events with the others.
  const shared = ['live.topics', seenAs()?.id].filter(Boolean).join('.');
  const events = createLiveEvents({
    open: (topics, signal, unseen_s) => call(session.events, { query: { ...queryOf(topics), unseen_s } }, { signal }),
    onAudience: (audience) => queries.setQueryData(audienceQuery(audience.scope).queryKey, audience),
    onSongRequests: (key) => void refetchPaths(queries, ['stations/{key}/song_requests'], { key }),
    onStation: (live) => queries.setQueryData(stationLiveQuery(live.key).queryKey, live),
    // The cached values are no longer valid, and the user may have lost access to the page.
    onWithheld: ({ stations, audiences }) => {
      const withheld = [...stations.map((key) => stationLiveQuery(key as StationKey)), ...audiences.map(audienceQuery)];
      for (const { queryKey } of withheld) void queries.resetQueries({ queryKey });
      void refetchPaths(queries, ownRights);
    },
    // An inbox message may also grant or revoke a right, or follow a payment.
    onInbox: () => void refetchPaths(queries, [...ownRights, ...inboxAndPlan]),
    channel: new BroadcastChannel(shared),
    lock: shared,
    locks: navigator.locks,
    wait: waitUnlessAborted,
  });
  window.addEventListener('pagehide', (event) => !event.persisted && events.close());
  return events;
};

const ownRights = ['config', 'users/me', 'users/me/accounts', 'users/me/stations', 'users/me/sign-in'] as const;
const inboxAndPlan = [
  'users/me/invites',
  'users/me/alerts',
  'tools/notifications',
  'accounts/*/planFeatures',
  'accounts/*/getSubscriptions',
  'accounts/*/canUpdateSubscription',
  'accounts/*/billing',
  'accounts/*/invoices',
  'stations/*/getSubscriptions',
] as const;

const queryOf = (topics: readonly Topic[]) => {
  const topicsOf = (kind: string) =>
    topics.filter((topic) => topic.startsWith(`${kind}:`)).map((topic) => topic.slice(kind.length + 1));
  return {
    stations: topicsOf('station').slice(0, maxFollowedStations),
    audiences: topicsOf('audience').slice(0, maxAudiences),
    countries: topicsOf('country').slice(0, maxAudiences),
  };
};
