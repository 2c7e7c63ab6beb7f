import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Where the portal serves audio files to engines. */
export const mediaPath = '/engine-media/';

/** How long a URL is valid, ms; clocks may differ by as much. */
const validMs = 10 * 60_000;

/** A URL by which an engine fetches one file of the portal's storage for ten minutes; `secret` is the token of its control port. */
export const signMediaUrl = (secret: string, base: string, key: string, now: number): string => {
  const expires = String(now + validMs);
  return `${base}${mediaPath}${key}?expires=${expires}&signature=${signatureOf(secret, key, expires).toString('base64url')}`;
};

/** Whether an engine with this token signed the URL, and it is still valid. */
export const isMediaUrlValid = (
  secret: string,
  { key, expires, signature }: { key: string; expires: string; signature: string },
  now: number,
): boolean => {
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, key, expires);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number(expires) > now && Number(expires) <= now + 2 * validMs;
};

/** A key of its own, so that nothing signed here can be mistaken for the control port's token. */
const signatureOf = (secret: string, key: string, expires: string): Buffer =>
  createHmac('sha256', createHash('sha256').update(`media:${secret}`).digest())
    .update(`${expires}:${key}`)
    .digest();
