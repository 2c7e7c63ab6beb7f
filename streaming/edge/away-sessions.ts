import type { Session } from './sessions.ts';

/** What a player sends to continue its session over a new connection. */
export type Arrival = Pick<Session, 'station' | 'ip'> & { resume?: string };

/** Sessions whose connection ended and whose player may be back in a moment. */
export type AwaySessions = {
  /** Keeps a session that ended `at`. Without a `resume` key, or beyond `most`, it is over at once. */
  put(session: Session, at: number): void;
  find(arrival: Arrival): Session | undefined;
  /** The player is back and continues its session, which is removed here. */
  take(arrival: Arrival): Session | undefined;
  /** All of them, with the time at which each ended. */
  all(): { session: Session; at: number }[];
  /** Forgets all without ending them. */
  clear(): void;
};

type Options = {
  /** The player did not come back: its session ended `at`. */
  over(session: Session, at: number): void;
  awayMs: number;
  /** How many are kept at most: anyone may connect with any key. */
  most?: number;
};

const mostByDefault = 50_000;

/** Keeps sessions for so long after their connection, so that a connection lost and found again is one session. */
export const createAwaySessions = ({ over, awayMs, most = mostByDefault }: Options): AwaySessions => {
  const away = new Map<string, { session: Session; at: number; timer: NodeJS.Timeout }>();
  const remove = (key: string): Session | undefined => {
    const found = away.get(key);
    clearTimeout(found?.timer);
    away.delete(key);
    return found?.session;
  };
  return {
    put(session, at) {
      const key = keyOf(session);
      if (key === undefined) return over(session, at);
      const before = away.get(key);
      if (before) over(remove(key)!, before.at);
      if (away.size >= most) return over(session, at);
      const timer = setTimeout(() => {
        away.delete(key);
        over(session, at);
      }, awayMs);
      away.set(key, { session, at, timer });
    },
    find(arrival) {
      const key = keyOf(arrival);
      return key === undefined ? undefined : away.get(key)?.session;
    },
    take(arrival) {
      const key = keyOf(arrival);
      return key === undefined ? undefined : remove(key);
    },
    all: () => Array.from(away.values(), ({ session, at }) => ({ session, at })),
    clear() {
      for (const key of away.keys()) remove(key);
    },
  };
};

/** Only the same player at the same address continues a session; undefined for one that never does. */
export const keyOf = ({ station, ip, resume }: Arrival): string | undefined =>
  resume === undefined ? undefined : `${station} ${ip} ${resume}`;
