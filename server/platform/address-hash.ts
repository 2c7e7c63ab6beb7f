import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { addressText, addressWords, bytesOf } from '#server/kernel/address-words.ts';
import type { Secrets } from '#server/kernel/kernel.ts';

const prefix = 'address-hash.';

/** The name of the key that hashes addresses at this moment: a new one each year (UTC), as uniques are offered up to a year. */
export const addressKeyName = (at: Date): string => keyOfYear(at.getUTCFullYear());
const keyOfYear = (year: number): string => `${prefix}${year}`;

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
  { at, ...listener }: { ip: string; user_agent: string; at: Date },
): Promise<string> => (await hashListeners(secrets, [{ ...listener, from: at.getTime() }]))[0]!;

/** The same of many in their order, each listening from that moment on (ms). */
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
  // Most are, and stay as they are.
  if (isIPv4(ip)) return ip;
  const address = addressWords(ip);
  if (address === undefined) return ip;
  return address.length === 1 ? addressText(address) : bytesOf(address.slice(0, 2)).join('.');
};
