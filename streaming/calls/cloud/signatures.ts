import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';

/** Requests that Telnyx signed longer ago than this, or so far in the future, are replayed or forged, ms. */
const signedWithinMs = 300_000;

/**
 * Whether Twilio signed a form with the account's token (X-Twilio-Signature): HMAC-SHA1 of the address that it called,
 * followed by the fields in their order, names and values.
 */
export const isSignedByTwilio = (token: string, address: string, form: URLSearchParams, signature: string): boolean => {
  const fields = [...form].toSorted(([one, a], [other, b]) => compare(one, other) || compare(a, b));
  const text = fields.map(([name, value]) => name + value).join('');
  return spellings(address).some((spelling) => {
    const expected = createHmac('sha1', token)
      .update(spelling + text)
      .digest('base64');
    return isSame(expected, signature);
  });
};

/** Whether Telnyx signed a body with its key (Ed25519, Base64) within the last minutes: `timestamp|body`. */
export const isSignedByTelnyx = (
  publicKey: string,
  body: string,
  { signature, timestamp }: { signature: string; timestamp: string },
  now: number,
): boolean => {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > signedWithinMs) return false;
  const bytes = Buffer.from(publicKey, 'base64');
  if (bytes.length !== 32) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
  return verify(null, Buffer.from(`${timestamp}|${body}`), key, Buffer.from(signature, 'base64'));
};

/** Carriers write the port of an address, or leave it out, as they like. */
const spellings = (address: string): string[] => {
  const found = /^https:\/\/([^/:]+)(:\d+)?(\/.*)$/.exec(address);
  if (!found) return [address];
  const [, host, port = ':443', rest] = found;
  return [`https://${host}${rest}`, `https://${host}${port}${rest}`];
};

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
