import type { Audience } from '#contract/api/audience.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { StationLive, Withheld } from '#contract/api/session.ts';
import type { AudienceHub } from '#server/domains/analytics/live/audience.events.ts';
import type { People } from '#server/kernel/auth/people.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import type { InboxHub } from '#server/platform/inbox.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { SongRequestHub } from '#server/platform/song-request-hub.ts';
import { createMailbox, type Mailbox } from '#server/platform/mailbox.ts';
import { allowedTopics, type TopicNames } from './allowed-topics.ts';
import { watchPerson } from './watch-person.ts';

export type FollowDeps = {
  db: Db;
  clock: Clock;
  live: LiveHub;
  audience: Pick<AudienceHub, 'follow'>;
  inbox: InboxHub;
  requests: SongRequestHub;
  people: People;
};

type Names = readonly string[] | undefined;
/** What a browser requests to follow, and the countries whose cities are included in audiences. */
type Requested = { stations?: Names; audiences?: Names; countries?: Names; unseen_s?: number | undefined };

type SessionEvent =
  | { event: 'station'; data: StationLive }
  | { event: 'audience'; data: Audience }
  | { event: 'song_requests'; data: { key: StationKey } }
  | { event: 'inbox'; data: { at: string } }
  | { event: 'withheld'; data: Withheld }
  | { event: 'ping'; data: { at: string } };

const accessCheckMs = 30_000;

/**
 * The event stream of a browser: a ping first, so that the page knows it is connected, then the current state of
 * these stations and audiences, their changes, and every change of the person's inbox, including one in the last
 * `unseen_s` seconds. What the person may not see is
 * left out and listed as `withheld`, at first and within 30 s of a change. The stream ends with the caller's token, and
 * within 30 s after the person is removed.
 */
export const followEvents = async (
  deps: FollowDeps,
  who: Person,
  query: Requested,
  signal: AbortSignal,
  everyMs = accessCheckMs,
): Promise<AsyncGenerator<SessionEvent>> => {
  const requested = { stations: unique(query.stations), audiences: unique(query.audiences) };
  const allowed = await allowedTopics(deps.db, who, requested);
  const now = () => ({ at: deps.clock.now().toISOString() });
  return (async function* () {
    const mailbox = createMailbox<SessionEvent>();
    mailbox.put('ping', { event: 'ping', data: now() });
    const topics = followTopics(deps, mailbox, requested, unique(query.countries));
    topics.allow(allowed);
    const inboxChanged = () => mailbox.put('inbox', { event: 'inbox', data: now() });
    const personRemoved = new AbortController();
    const ends = [
      topics.stop,
      deps.inbox.follow(who.id, inboxChanged),
      watchPerson(deps, who.id, everyMs, {
        changed: async (person) => topics.allow(await allowedTopics(deps.db, person, requested)),
        removed: () => personRemoved.abort(),
      }),
    ];
    if (query.unseen_s !== undefined && deps.inbox.mayHaveChangedWithin(who.id, query.unseen_s * 1000)) inboxChanged();
    try {
      yield* mailbox.read(AbortSignal.any([signal, personRemoved.signal]));
    } finally {
      for (const end of ends) end();
    }
  })();
};

const unique = (names: Names = []): string[] => [...new Set(names)];

type Topics = {
  /** Follows exactly what is allowed from now on; sends what is withheld whenever that changes. */
  allow(allowed: TopicNames): void;
  stop(): void;
};

/** Puts events of stations and audiences into the mailbox. */
const followTopics = (
  { live, audience, requests }: FollowDeps,
  mailbox: Mailbox<SessionEvent>,
  requested: TopicNames,
  countries: readonly string[],
): Topics => {
  const stations = followEach(requested.stations, (key) => {
    const ends = [
      live.follow([key], (data) => mailbox.put(key, { event: 'station', data })),
      requests.follow(key, () =>
        mailbox.put(`requests ${key}`, { event: 'song_requests', data: { key: key as StationKey } }),
      ),
    ];
    return () => ends.forEach((end) => end());
  });
  const audiences = followEach(requested.audiences, (scope) =>
    audience.follow(scope, countries, (data) => mailbox.put(`audience ${scope}`, { event: 'audience', data })),
  );
  let lastSent = JSON.stringify({ stations: [], audiences: [] });
  let isStopped = false;
  return {
    allow: (allowed) => {
      if (isStopped) return;
      const withheld = { stations: stations.allow(allowed.stations), audiences: audiences.allow(allowed.audiences) };
      if (JSON.stringify(withheld) === lastSent) return;
      lastSent = JSON.stringify(withheld);
      mailbox.put('withheld', { event: 'withheld', data: withheld });
    },
    stop: () => {
      isStopped = true;
      stations.allow([]);
      audiences.allow([]);
    },
  };
};

/** `allow` follows exactly these of the requested names from now on, and returns the others. */
const followEach = (requested: readonly string[], follow: (name: string) => () => void) => {
  const ends = new Map<string, () => void>();
  return {
    allow: (names: readonly string[]): string[] => {
      const allowed = new Set(names);
      for (const name of requested) {
        if (allowed.has(name) && !ends.has(name)) ends.set(name, follow(name));
        if (allowed.has(name)) continue;
        ends.get(name)?.();
        ends.delete(name);
      }
      return requested.filter((name) => !allowed.has(name));
    },
  };
};
