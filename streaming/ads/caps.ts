import { createHmac, randomBytes } from 'node:crypto';

/** A spot that a listener was given. */
export type Heard = { campaign: string; at: number };

export type Caps = {
  /** What the listener with this address and agent was given in the last day; the caller adds to it. */
  of(ip: string, userAgent: string): Heard[];
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
  let listeners = new Map<string, Heard[]>();

  const renew = (): void => {
    const today = Math.floor(now() / dayMs);
    if (today === day) return;
    day = today;
    key = randomBytes(32);
    listeners = new Map();
  };
  const sweep = (): void => {
    for (const [listener, heard] of listeners)
      if (heard.every(({ at }) => now() - at >= dayMs)) listeners.delete(listener);
  };
  const timer = setInterval(sweep, sweepMs);
  timer.unref();
  return {
    of(ip, userAgent) {
      renew();
      const listener = createHmac('sha256', key).update(`${ip}\n${userAgent}`).digest('base64').slice(0, 22);
      const heard = listeners.get(listener) ?? [];
      listeners.set(listener, heard);
      return heard;
    },
    stop: () => clearInterval(timer),
  };
}
