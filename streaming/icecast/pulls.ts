import type { Session, Sessions } from '#streaming/edge/sessions.ts';

/** The connections of relaying Icecasts, each a listener session until its relay reports. */
export type Pulls = {
  /** The same sessions; those of relays are detected when opened. */
  sessions: Sessions;
  isPulling(station: string, address: string): boolean;
  /** Discards a relay's connections as listeners: it reports its own, which are counted instead. */
  hide(station: string, address: string): void;
  /** How many open connections are discarded so. */
  hidden(station: string): number;
};

/** Watches the sessions of relays; `knows` says whether the relay at an address already reports its listeners. */
export const watchPulls = (sessions: Sessions, knows: (station: string, address: string) => boolean): Pulls => {
  const pulls = new Map<string, Set<Session>>();
  const hidden = new Set<Session>();

  const hideOne = (session: Session): void => {
    if (hidden.has(session)) return;
    hidden.add(session);
    sessions.discard(session);
  };
  return {
    sessions: {
      ...sessions,
      open(arrival) {
        const session = sessions.open(arrival);
        if (session.output !== 'relay') return session;
        const key = keyOf(session.station, session.ip);
        pulls.set(key, (pulls.get(key) ?? new Set()).add(session));
        if (knows(session.station, session.ip)) hideOne(session);
        return session;
      },
      close(session, at) {
        const key = keyOf(session.station, session.ip);
        const open = pulls.get(key);
        if (open?.delete(session) && open.size === 0) pulls.delete(key);
        hidden.delete(session);
        sessions.close(session, at);
      },
    },
    isPulling: (station, address) => pulls.has(keyOf(station, address)),
    hide(station, address) {
      for (const session of pulls.get(keyOf(station, address)) ?? []) hideOne(session);
    },
    hidden: (station) => [...hidden].filter((session) => session.station === station).length,
  };
};

const keyOf = (station: string, address: string): string => `${station} ${address}`;
