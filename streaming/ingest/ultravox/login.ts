import type { StationDesired } from '#contract/engine/engine.ts';
import { mountPassword, type SourceLogin } from '../credentials.ts';
import type { SourceAuth } from '#streaming/ingest/source-auth.ts';
import { decipher } from './xtea.ts';

export const version = '2.1';

export type Login = { user: string; password: string };

/** Parses `2.1:stream id:user:password`, the last two enciphered; returns Ultravox's error text if invalid. */
export const parseLogin = (text: string, key: string): Login | string => {
  const [given = '', , user, password, ...more] = text.split(':');
  if (given.trim() !== version) return 'Version Error';
  const login = { user: decipher(user ?? '', key), password: decipher((password ?? '').trim(), key) };
  if (password === undefined || more.length > 0) return 'Parse Error';
  if (login.user === undefined || login.password === undefined) return 'Parse Error';
  return { user: login.user, password: login.password };
};

/**
 * The station of a login: its mount precedes the password or is the user. Stream IDs identify no station. A presenter is the
 * user of the first kind, or precedes the password.
 */
export const stationOf = (
  { user, password }: Login,
  auth: Pick<SourceAuth, 'find'>,
): { station: StationDesired; login: SourceLogin } | undefined => {
  const named = mountPassword(password);
  const station = named && auth.find(named.mount);
  if (station) return { station, login: { user, password: named.password, isAnyUser: true } };
  const byUser = user === '' ? undefined : auth.find(user);
  return byUser && { station: byUser, login: { user: 'source', password } };
};
