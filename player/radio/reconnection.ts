import { firstDelay, nextDelay } from './back-off.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPair } from './connection-pair.ts';

/** When a lost connection is replaced: the first attempt is made while the buffer lasts, the next ones at growing intervals. */
export type Reconnection = {
  /** Sound is heard. */
  hasSound(): void;
  /** Forgets earlier failures, and cancels what is planned. */
  reset(): void;
  cancel(): void;
  /** Four times a second: does sound still come; is the next connection ready, and is the last one used up. */
  look(): void;
  /** Makes a planned attempt at once. */
  hurry(): void;
  /** Makes the next attempt in so many ms, unless one is being made. */
  retryIn(ms: number): void;
};

type Needs = {
  connections: ConnectionPair;
  connect(): void;
  /** So many attempts in a row have failed. */
  failed(failures: number): void;
  /** The connection that is heard was lost: its buffer may be used up. */
  lost(heard: Connection): void;
};

/** The next connection takes over when this little of the last one is left, s. */
const switchAtS = 0.6;
const openingMs = 8000;
/** This much sound without a loss makes a connection a good one. */
const goodMs = 10_000;

export const createReconnection = ({ connections, connect, failed, lost }: Needs): Reconnection => {
  let failures = 0;
  let soundSince = 0;
  let attempt: ReturnType<typeof setTimeout> | undefined;

  const cancel = (): void => {
    clearTimeout(attempt);
    attempt = undefined;
    connections.dropNext();
  };
  const plan = (delay: number): void => {
    clearTimeout(attempt);
    attempt = setTimeout(() => {
      attempt = undefined;
      connect();
    }, delay);
  };
  const fail = (): void => {
    cancel();
    failures += 1;
    plan(nextDelay(failures));
    failed(failures);
  };

  return {
    hasSound: () => void (soundSince = Date.now()),
    reset() {
      cancel();
      failures = 0;
    },
    cancel,
    look() {
      const { heard, next } = connections;
      const now = Date.now();
      if (!heard) return;
      if (next) {
        const isUsedUp = heard.isOver() || heard.ahead() < switchAtS;
        if (next.isReady()) return isUsedUp ? connections.switchOver() : undefined;
        if (next.isOver() || now - next.openedAt() > openingMs) fail();
        return;
      }
      if (attempt !== undefined) return lost(heard);
      if (!heard.isLost(now)) return;
      if (now - soundSince > goodMs) failures = 0;
      plan(failures === 0 ? firstDelay(heard.isOver() ? 0 : heard.ahead()) : nextDelay(failures));
      lost(heard);
    },
    hurry() {
      if (attempt !== undefined) plan(0);
    },
    retryIn(ms) {
      if (connections.next === undefined) plan(ms);
    },
  };
};
