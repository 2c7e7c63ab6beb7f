import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Secrets } from '#server/kernel/kernel.ts';

const prefix = 'address-hash.';

/** The name of the key that hashes addresses at this moment: a new one each year (UTC), as uniques are offered up to a year. */
export const addressKeyName = (at: Date): string => `${prefix}${at.getUTCFullYear()}`;

/** The names of keys that nothing needs any more: with them gone, no hash leads back to an address. */
export const isOutlivedKey = (name: string, now: Date): boolean => {
  const year = Number(name.slice(prefix.length));
  const grace = new Date(now);
  grace.setUTCMonth(grace.getUTCMonth() - 1);
  return name.startsWith(prefix) && year < grace.getUTCFullYear();
};

/**
 * Tells listeners apart without keeping who they are: 64 bits of a keyed hash over the address and the user agent, as
 * many people share one address. Of IPv6 the network counts (/64): devices change the rest themselves.
 */
export const hashListener = async (
  secrets: Secrets,
  listener: { ip: string; user_agent: string; at: Date },
): Promise<string> => {
  const key = await secrets.get(addressKeyName(listener.at));
  const hash = createHmac('sha256', key)
    .update(`${network(listener.ip)}\n${listener.user_agent}`)
    .digest();
  return hash.readBigUInt64BE(0).toString();
};

const network = (ip: string): string => {
  // Most are, and need no reading.
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return address.toByteArray().slice(0, 8).join('.');
};
