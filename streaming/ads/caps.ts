import { createHmac, randomBytes } from 'node:crypto';
import { clientNetwork } from '#contract/network.ts';

/** A spot that a listener was given. */
export type Heard = { campaign: string; at: number };

/** One listener: what they were given in the last day, and when they were here last, ms since the epoch. */
export type Known = { heard: Heard[]; seen: number };

export type Caps = {
  /** The listener with this address (IPv6: in this /64 network, whose devices change theirs) and agent; the caller adds to it. */
  of(ip: string, userAgent: string): Known;
  stop(): void;
};

const dayMs = 86_400_000;
const sweepMs = 10 * 60_000;

/**
 * How often each listener heard what, without knowing who they are: under a hash whose key exists only in this
 * process's memory and is replaced every day (UTC). A restart forgets everything.
 */
export function createCaps(now: () => number = Date.now): Caps {
  let day = -1;
  let key = Buffer.alloc(0);
  let listeners = new Map<string, Known>();

  const renew = (): void => {
    const today = Math.floor(now() / dayMs);
    if (today === day) return;
    day = today;
    key = randomBytes(32);
    listeners = new Map();
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
    of(ip, userAgent) {
      renew();
      const listener = createHmac('sha256', key).update(`${clientNetwork(ip)}\n${userAgent}`).digest('base64').slice(0, 22);
      const known = listeners.get(listener) ?? { heard: [], seen: -Infinity };
      listeners.set(listener, known);
      return known;
    },
    stop: () => clearInterval(timer),
  };
}
