import type { AnyEndpoint } from '#contract/http.ts';
import type { Audience } from '#contract/audience.ts';
import { session, type StationLive } from '#contract/session.ts';
import { checkAudiences, type AudienceHub } from '#server/domains/analytics/live/audience.events.ts';
import { checkKeys } from '#server/kernel/auth/access.ts';
import type { People } from '#server/kernel/auth/people.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import type { InboxHub } from './inbox.events.ts';
import type { LiveHub } from './live.events.ts';
import { createMailbox } from './mailbox.ts';

export type FollowDeps = {
  db: Db;
  clock: Clock;
  live: LiveHub;
  audience: Pick<AudienceHub, 'follow'>;
  inbox: InboxHub;
  people: People;
};
/** What a browser follows: stations by key, audiences by scope, and the countries whose cities these are told with. */
export type Followed = {
  stations: readonly string[];
  audiences?: readonly string[];
  countries?: readonly string[];
};

type SessionEvent =
  | { event: 'station'; data: StationLive }
  | { event: 'audience'; data: Audience }
  | { event: 'inbox'; data: { at: string } }
  | { event: 'ping'; data: { at: string } };

const lookAgainMs = 30_000;

/**
 * The event stream of a browser: a ping at once, so that the page knows it is followed, then what is known of each
 * of these stations and audiences, every change, and every change of the person's inbox. All were checked before; the
 * stream ends with the caller's token, and within 30 s when they are removed or may no longer see one of them.
 */
export const followEvents = async function* (
  deps: FollowDeps,
  who: Person,
  followed: Followed,
  signal: AbortSignal,
  everyMs = lookAgainMs,
): AsyncGenerator<SessionEvent> {
  const { stations: keys, audiences, countries } = unique(followed);
  const now = () => ({ at: deps.clock.now().toISOString() });
  const mailbox = createMailbox<SessionEvent>();
  mailbox.put('ping', { event: 'ping', data: now() });
  const lost = new AbortController();
  const ends = [
    deps.live.follow(keys, (data) => mailbox.put(data.key, { event: 'station', data })),
    ...audiences.map((scope) =>
      deps.audience.follow(scope, countries, (data) => mailbox.put(`audience ${scope}`, { event: 'audience', data })),
    ),
    deps.inbox.follow(who.id, () => mailbox.put('inbox', { event: 'inbox', data: now() })),
    watchRights(deps, who, { stations: keys, audiences }, everyMs, () => lost.abort()),
  ];
  try {
    yield* mailbox.read(AbortSignal.any([signal, lost.signal]));
  } finally {
    for (const end of ends) end();
  }
};

const unique = ({ stations, audiences = [], countries = [] }: Followed) => ({
  stations: [...new Set(stations)],
  audiences: [...new Set(audiences)],
  countries: [...new Set(countries)],
});

/** Looks every while, and at once when the person changed in this process, whether they may still follow. */
const watchRights = (
  { db, people }: FollowDeps,
  who: Person,
  { stations, audiences = [] }: Followed,
  everyMs: number,
  lose: () => void,
): (() => void) => {
  const look = async (): Promise<void> => {
    try {
      const person = await people.anew(who.id);
      const endpoint = session.events as unknown as AnyEndpoint;
      await checkKeys(db, endpoint, { who: person, token: undefined }, { query: { stations } });
      await checkAudiences(db, person, audiences);
    } catch (thrown) {
      // A database that is away takes nobody's rights.
      if (thrown instanceof Refusal) lose();
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  const stop = people.onForget((id) => id === who.id && void look());
  return () => {
    clearInterval(timer);
    stop();
  };
};
