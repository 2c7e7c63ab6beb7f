import { clientNetwork } from '#contract/rules/network.ts';
import type { Session } from './sessions.ts';

/** Listeners per IP address; IPv6 addresses count by their /64 network, which is what one household gets. */
export type AddressCounts = {
  add(session: Session): void;
  remove(session: Session): void;
  count(station: string, ip: string): number;
};

/** Counts the listeners of each station at each IP address. */
export const createAddressCounts = (): AddressCounts => {
  const counts = new Map<string, number>();
  return {
    add({ station, ip }) {
      const key = keyOf(station, ip);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    remove({ station, ip }) {
      const key = keyOf(station, ip);
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
    count: (station, ip) => counts.get(keyOf(station, ip)) ?? 0,
  };
};

const keyOf = (station: string, ip: string): string => `${station} ${clientNetwork(ip)}`;
