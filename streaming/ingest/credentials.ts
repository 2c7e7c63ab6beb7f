import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, whatever differs and whatever the lengths. */
export function isSamePassword(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(expected)) && expected !== '';
}

/** User and password of a Basic authorization header; undefined without one. */
export function basicCredentials(authorization: string | undefined): { user: string; password: string } | undefined {
  const match = /^Basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '');
  if (!match) return undefined;
  const text = Buffer.from(match[1]!, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at < 0 ? undefined : { user: text.slice(0, at), password: text.slice(at + 1) };
}

/** Shoutcast's `mount:password`; undefined without a mount. */
export function mountPassword(text: string): { mount: string; password: string } | undefined {
  const at = text.indexOf(':');
  if (at <= 0) return undefined;
  return { mount: text.slice(0, at).replace(/^\//, ''), password: text.slice(at + 1) };
}
