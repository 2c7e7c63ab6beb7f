import type { OpenSession } from '#contract/engine/engine.ts';
import type { EdgeLink } from '#streaming/bus/bus-server.ts';
import type { EdgeMessage } from '#streaming/bus/wire.ts';

export type Listing = { sessions: OpenSession[]; total: number };

/** Requests to edge processes for their sessions. */
export type SessionRequests = {
  /** An edge's sessions of a station, or of all, at most so many; none if it does not answer in time. */
  ask(link: EdgeLink, station: string | undefined, limit: number): Promise<Listing>;
  answered(message: Extract<EdgeMessage, { type: 'sessions' }>): void;
};

/** `answerMs`: how long to wait for an edge. */
export const createSessionRequests = (answerMs: number): SessionRequests => {
  const pending = new Map<number, (listing: Listing) => void>();
  let last = 0;
  return {
    ask: (link, station, limit) =>
      new Promise((resolve) => {
        const number = ++last;
        const answer = (listing: Listing): void => {
          clearTimeout(timeout);
          pending.delete(number);
          resolve(listing);
        };
        // A hanging edge must not block the request.
        const timeout = setTimeout(answer, answerMs, { sessions: [], total: 0 });
        pending.set(number, answer);
        link.send({ type: 'ask-sessions', ask: number, station: station ?? null, limit });
      }),
    answered: (message) => pending.get(message.ask)?.(message),
  };
};
