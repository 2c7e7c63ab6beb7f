import { createHmac, randomBytes } from 'node:crypto';
import { clientNetwork } from '#contract/rules/network.ts';
import type { Heard } from '#shared/ads/choose.ts';

/** One listener: what they were given in the last day, and when they were here last, ms since the epoch. */
export type Known = { heard: Heard[]; seen: number };

/** Who listens, as far as caps know them: by address (IPv6: its /64 network, whose devices change theirs) and agent. */
type Listening = { readonly ip: string; readonly user_agent: string };

export type Caps = {
  /** The listener of a session; the caller adds to it. */
  of(session: Listening): Known;
  stop(): void;
};

const dayMs = 86_400_000;
const sweepMs = 10 * 60_000;

/**
 * How often each listener heard what, without knowing who they are: under a hash whose key exists only in this
 * process's memory and is replaced every day (UTC). A restart forgets everything.
 */
export const createCaps = (now: () => number = Date.now): Caps => {
  let day = -1;
  let key = Buffer.alloc(0);
  let listeners = new Map<string, Known>();
  /** Hashes of sessions that are open: a hash takes as long as all else about a choice. */
  let hashes = new WeakMap<Listening, string>();

  const renew = (): void => {
    const today = Math.floor(now() / dayMs);
    if (today === day) return;
    day = today;
    key = randomBytes(32);
    listeners = new Map();
    hashes = new WeakMap();
  };
  const hashOf = (session: Listening): string => {
    const known = hashes.get(session);
    if (known !== undefined) return known;
    const who = `${clientNetwork(session.ip)}\n${session.user_agent}`;
    const hash = createHmac('sha256', key).update(who).digest('base64').slice(0, 22);
    hashes.set(session, hash);
    return hash;
  };
  const sweep = (): void => {
    for (const [listener, { heard, seen }] of listeners) {
      const latest = Math.max(seen, heard.at(-1)?.at ?? 0);
      if (now() - latest >= dayMs) listeners.delete(listener);
    }
  };
  const timer = setInterval(sweep, sweepMs);
  timer.unref();
  return {
    of(session) {
      renew();
      const listener = hashOf(session);
      const known = listeners.get(listener);
      if (known) return known;
      const first: Known = { heard: [], seen: -Infinity };
      listeners.set(listener, first);
      return first;
    },
    stop: () => clearInterval(timer),
  };
};
