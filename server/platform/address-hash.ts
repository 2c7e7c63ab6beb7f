import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { addressText, addressWords, bytesOf } from '#server/kernel/address-words.ts';
import type { Secrets } from '#server/kernel/kernel.ts';

const prefix = 'address-hash.';

/**
 * The name of the key that hashes addresses at this time: a new key each year (UTC), because unique listeners are
 * offered for up to a year.
 */
export const addressKeyName = (at: Date): string => keyOfYear(at.getUTCFullYear());
const keyOfYear = (year: number): string => `${prefix}${year}`;

/** Whether a key is no longer needed. Once it is deleted, no hash leads back to an address. */
export const isExpiredKey = (name: string, now: Date): boolean => {
  const year = Number(name.slice(prefix.length));
  const grace = new Date(now);
  grace.setUTCMonth(grace.getUTCMonth() - 1);
  return name.startsWith(prefix) && year < grace.getUTCFullYear();
};

/**
 * Identifies a listener without storing who it is: 64 bits of a keyed hash over IP address and user agent, because many
 * listeners share one address. IPv6 addresses count by their /64 network, because devices change the rest.
 */
export const hashListener = async (
  secrets: Secrets,
  { at, ...listener }: { ip: string; user_agent: string; at: Date },
): Promise<string> => (await hashListeners(secrets, [{ ...listener, from: at.getTime() }]))[0]!;

/** Hashes many listeners, in their order; `from` (ms) is when each one's listening began. */
export const hashListeners = async (
  secrets: Secrets,
  listeners: readonly { ip: string; user_agent: string; from: number }[],
): Promise<string[]> => {
  const years = listeners.map(({ from }) => new Date(from).getUTCFullYear());
  const keys = new Map<number, KeyObject>();
  for (const year of new Set(years)) keys.set(year, createSecretKey(await secrets.get(keyOfYear(year)), 'utf8'));
  return listeners.map(({ ip, user_agent }, i) => hashOf(keys.get(years[i]!)!, `${network(ip)}\n${user_agent}`));
};

const hashOf = (key: KeyObject, text: string): string =>
  String(createHmac('sha256', key).update(text).digest().readBigUInt64BE());

const network = (ip: string): string => {
  // Most addresses are IPv4 and need no normalization.
  if (isIPv4(ip)) return ip;
  const address = addressWords(ip);
  if (address === undefined) return ip;
  return address.length === 1 ? addressText(address) : bytesOf(address.slice(0, 2)).join('.');
};
