import { createHash, timingSafeEqual } from 'node:crypto';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { DesiredPresenter } from '#contract/engine/engine-presenters.ts';

/** Compares in constant time, whatever differs and whatever the lengths. */
export const isSamePassword = (given: string, expected: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(expected)) && expected !== '';
};

/** What an encoder sends to identify itself; `isAnyUser` where the protocol's user says nothing about who it is. */
export type SourceLogin = { user: string; password: string; isAnyUser?: boolean };

/**
 * Whose credentials these are: the station's own (its user is `source`), or a presenter's, by user and password or, for
 * encoders that can't set a user, as the password `name:password` or `name,password`. Undefined if they are wrong.
 */
export const identify = (
  station: Pick<StationDesired, 'password' | 'presenters'>,
  { user, password, isAnyUser = false }: SourceLogin,
): 'station' | DesiredPresenter | undefined => {
  const list = station.presenters?.list ?? [];
  const named = (name: string, given: string): DesiredPresenter | undefined => {
    const found = list.find((one) => one.user === name.toLowerCase());
    // Compared for unknown names too, so that time tells nothing.
    const isRight = hasHash(given, found?.password_hash ?? '');
    return isRight ? found : undefined;
  };
  const isSource = user === 'source' || isAnyUser;
  if (isSource && isSamePassword(password, station.password)) return 'station';
  const own = user === 'source' ? undefined : named(user, password);
  if (own || !isSource) return own;
  const at = password.search(/[:,]/);
  return at > 0 ? named(password.slice(0, at), password.slice(at + 1)) : undefined;
};

/** Compares with a SHA-256 in hexadecimal, in constant time. */
const hasHash = (given: string, hash: string): boolean => {
  const digest = createHash('sha256').update(given, 'utf8').digest();
  const expected = Buffer.from(hash, 'hex');
  return timingSafeEqual(digest, expected.length === digest.length ? expected : Buffer.alloc(digest.length));
};

/** User and password of a Basic authorization header; undefined without one. */
export const basicCredentials = (authorization: string | undefined): { user: string; password: string } | undefined => {
  const match = /^Basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '');
  if (!match) return undefined;
  const text = Buffer.from(match[1]!, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at < 0 ? undefined : { user: text.slice(0, at), password: text.slice(at + 1) };
};

/** Shoutcast's `mount:password`; undefined without a mount. */
export const mountPassword = (text: string): { mount: string; password: string } | undefined => {
  const at = text.indexOf(':');
  if (at <= 0) return undefined;
  return { mount: text.slice(0, at).replace(/^\//, ''), password: text.slice(at + 1) };
};
