import type { StationDesired } from '#contract/engine.ts';
import { mountPassword } from '../credentials.ts';
import type { Door } from '../door.ts';
import { decipher } from './xtea.ts';

export const version = '2.1';

export type Login = { user: string; password: string };

/** Reads `2.1:stream id:user:password`, the last two enciphered; a text where it can't be taken, as Ultravox puts it. */
export function parseLogin(text: string, key: string): Login | string {
  const [given = '', , user, password, ...more] = text.split(':');
  if (given.trim() !== version) return 'Version Error';
  const login = { user: decipher(user ?? '', key), password: decipher((password ?? '').trim(), key) };
  if (password === undefined || more.length > 0) return 'Parse Error';
  if (login.user === undefined || login.password === undefined) return 'Parse Error';
  return { user: login.user, password: login.password };
}

/** Which station a login means: its mount is named before the password, or as the user. Stream IDs name none. */
export function stationOf(
  { user, password }: Login,
  door: Pick<Door, 'find'>,
): { station: StationDesired; password: string } | undefined {
  const named = mountPassword(password);
  const station = named && door.find(named.mount);
  if (station) return { station, password: named.password };
  const byUser = user === '' ? undefined : door.find(user);
  return byUser && { station: byUser, password };
}
