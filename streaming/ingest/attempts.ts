import type { Clock } from '#streaming/base/clock.ts';

export type Attempts = {
  /** ms until the next password from this address is checked. */
  delay(address: string): number;
  failed(address: string): void;
  passed(address: string): void;
};

const freeFailures = 3;
const firstDelayMs = 500;
const longestDelayMs = 15_000;
const forgottenMs = 600_000;
const maxAddresses = 10_000;

type Failures = { count: number; until: number; last: number };

/**
 * Slows password guessing: after three failures an address waits, twice as long each time, up to 15 s; parallel
 * attempts wait as well.
 */
export const createAttempts = (clock: Clock): Attempts => {
  const failures = new Map<string, Failures>();

  const current = (address: string): Failures | undefined => {
    const entry = failures.get(address);
    if (entry && clock.now() - entry.last > forgottenMs) {
      failures.delete(address);
      return undefined;
    }
    return entry;
  };

  return {
    delay: (address) => Math.max((current(address)?.until ?? 0) - clock.now(), 0),
    failed(address) {
      const now = clock.now();
      const count = (current(address)?.count ?? 0) + 1;
      const step = Math.min(firstDelayMs * 2 ** (count - freeFailures - 1), longestDelayMs);
      const from = Math.max(current(address)?.until ?? 0, now);
      const until = count > freeFailures ? from + step : 0;
      failures.delete(address);
      failures.set(address, { count, until, last: now });
      if (failures.size > maxAddresses) failures.delete(failures.keys().next().value!);
    },
    passed: (address) => void failures.delete(address),
  };
};
