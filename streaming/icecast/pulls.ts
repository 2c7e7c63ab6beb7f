import type { Session, Sessions } from '#streaming/edge/sessions.ts';

/** The connections by which Icecasts take a station's sound, each a session like a listener's until it is known better. */
export type Pulls = {
  /** The sessions as before; those of relays are noticed on their way. */
  sessions: Sessions;
  isPulling(station: string, address: string): boolean;
  /** Takes a relay's connections back as listeners: it tells of its own, which are the ones to be counted. */
  hide(station: string, address: string): void;
  /** How many connected ones are taken back. */
  hidden(station: string): number;
};

/** Watches the sessions of relays; `knows` says whether the relay there reports its listeners already. */
export function watchPulls(sessions: Sessions, knows: (station: string, address: string) => boolean): Pulls {
  const pulls = new Map<string, Set<Session>>();
  const hidden = new Set<Session>();

  const hideOne = (session: Session): void => {
    if (hidden.has(session)) return;
    hidden.add(session);
    sessions.forget(session);
  };
  return {
    sessions: {
      ...sessions,
      open(arrival) {
        const session = sessions.open(arrival);
        if (session.output !== 'relay') return session;
        const place = placeOf(session.station, session.ip);
        pulls.set(place, (pulls.get(place) ?? new Set()).add(session));
        if (knows(session.station, session.ip)) hideOne(session);
        return session;
      },
      close(session, at) {
        const place = placeOf(session.station, session.ip);
        const there = pulls.get(place);
        if (there?.delete(session) && there.size === 0) pulls.delete(place);
        hidden.delete(session);
        sessions.close(session, at);
      },
    },
    isPulling: (station, address) => pulls.has(placeOf(station, address)),
    hide(station, address) {
      for (const session of pulls.get(placeOf(station, address)) ?? []) hideOne(session);
    },
    hidden: (station) => [...hidden].filter((session) => session.station === station).length,
  };
}

const placeOf = (station: string, address: string): string => `${station} ${address}`;
