import type { Audience } from '#contract/audience.ts';
import type { StationLive, Withheld } from '#contract/session.ts';
import type { AudienceHub } from '#server/domains/analytics/live/audience.events.ts';
import type { People } from '#server/kernel/auth/people.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import type { InboxHub } from '#server/platform/inbox.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { createMailbox, type Mailbox } from '#server/platform/mailbox.ts';
import { mayFollow, type Followed } from './may-follow.ts';
import { watchPerson } from './watch-person.ts';

export type FollowDeps = {
  db: Db;
  clock: Clock;
  live: LiveHub;
  audience: Pick<AudienceHub, 'follow'>;
  inbox: InboxHub;
  people: People;
};

type Names = readonly string[] | undefined;
/** What a browser wants to follow, and the countries whose cities the audiences are told with. */
type Asked = { stations?: Names; audiences?: Names; countries?: Names };

type SessionEvent =
  | { event: 'station'; data: StationLive }
  | { event: 'audience'; data: Audience }
  | { event: 'inbox'; data: { at: string } }
  | { event: 'withheld'; data: Withheld }
  | { event: 'ping'; data: { at: string } };

const lookAgainMs = 30_000;

/**
 * The event stream of a browser: a ping at once, so that the page knows it is followed, then what is known of each
 * of these stations and audiences, every change, and every change of the person's inbox. What the person may not see is
 * left out, and told as `withheld`: at first, and within 30 s of a change. The stream ends with the caller's token, and
 * within 30 s when the person is removed.
 */
export const followEvents = async (
  deps: FollowDeps,
  who: Person,
  asked: Asked,
  signal: AbortSignal,
  everyMs = lookAgainMs,
): Promise<AsyncGenerator<SessionEvent>> => {
  const wanted = { stations: unique(asked.stations), audiences: unique(asked.audiences) };
  const first = await mayFollow(deps.db, who, wanted);
  const now = () => ({ at: deps.clock.now().toISOString() });
  return (async function* () {
    const mailbox = createMailbox<SessionEvent>();
    mailbox.put('ping', { event: 'ping', data: now() });
    const topics = followTopics(deps, mailbox, wanted, unique(asked.countries));
    topics.allow(first);
    const lost = new AbortController();
    const ends = [
      topics.stop,
      deps.inbox.follow(who.id, () => mailbox.put('inbox', { event: 'inbox', data: now() })),
      watchPerson(deps, who.id, everyMs, {
        changed: async (person) => topics.allow(await mayFollow(deps.db, person, wanted)),
        removed: () => lost.abort(),
      }),
    ];
    try {
      yield* mailbox.read(AbortSignal.any([signal, lost.signal]));
    } finally {
      for (const end of ends) end();
    }
  })();
};

const unique = (names: Names = []): string[] => [...new Set(names)];

type Topics = {
  /** Follows what is allowed from now on and nothing else; tells what of the wanted is left out, where that changed. */
  allow(allowed: Followed): void;
  stop(): void;
};

/** Puts what is told of stations and audiences into the mailbox. */
const followTopics = (
  { live, audience }: FollowDeps,
  mailbox: Mailbox<SessionEvent>,
  wanted: Followed,
  countries: readonly string[],
): Topics => {
  const stations = followEach(wanted.stations, (key) =>
    live.follow([key], (data) => mailbox.put(key, { event: 'station', data })),
  );
  const audiences = followEach(wanted.audiences, (scope) =>
    audience.follow(scope, countries, (data) => mailbox.put(`audience ${scope}`, { event: 'audience', data })),
  );
  let told = JSON.stringify({ stations: [], audiences: [] });
  let isOver = false;
  return {
    allow: (allowed) => {
      if (isOver) return;
      const withheld = { stations: stations.allow(allowed.stations), audiences: audiences.allow(allowed.audiences) };
      if (JSON.stringify(withheld) === told) return;
      told = JSON.stringify(withheld);
      mailbox.put('withheld', { event: 'withheld', data: withheld });
    },
    stop: () => {
      isOver = true;
      stations.allow([]);
      audiences.allow([]);
    },
  };
};

/** `allow` follows these of the wanted from now on and no others, and gives those that are left out. */
const followEach = (wanted: readonly string[], follow: (name: string) => () => void) => {
  const ends = new Map<string, () => void>();
  return {
    allow: (names: readonly string[]): string[] => {
      const allowed = new Set(names);
      for (const name of wanted) {
        if (allowed.has(name) && !ends.has(name)) ends.set(name, follow(name));
        if (allowed.has(name)) continue;
        ends.get(name)?.();
        ends.delete(name);
      }
      return wanted.filter((name) => !allowed.has(name));
    },
  };
};
