import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseParams, splitOutsideQuotes } from './address.ts';
import { headerOf, type SipRequest } from './message.ts';

export type Digest = {
  /** Headers that ask for a password: SHA-256 first, MD5 for older clients (RFC 8760). */
  challenge(): (readonly [string, string])[];
  /** Whether the request has the right password, with a nonce of ours that it didn't use before. */
  isAuthentic(request: SipRequest, username: string, secret: string): boolean;
  /**
   * Whether it answers a challenge of the last minute, with which no right password came: its sender received the
   * challenge, so that its address isn't forged.
   */
  isUnproven(request: SipRequest): boolean;
};

const realm = 'calls';
const nonceMs = 60_000;
const mostNonces = 10_000;
const algorithms: Record<string, string> = { 'sha-256': 'sha256', md5: 'md5' };

/** Digest authentication (RFC 2617, RFC 7616). Nonces are signed, so that only used ones are remembered. */
export const createDigest = (now: () => number = Date.now): Digest => {
  const key = randomBytes(32);
  /** Of each nonce in use: the last count. */
  const used = new Map<string, number>();
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  const newNonce = (): string => {
    const text = `${now().toString(36)}.${randomBytes(9).toString('base64url')}`;
    return `${text}.${sign(text)}`;
  };
  const isFresh = (nonce: string): boolean => {
    const [at = '', random = '', signature = ''] = nonce.split('.');
    return isEqual(signature, sign(`${at}.${random}`)) && Math.abs(now() - parseInt(at, 36)) < nonceMs;
  };
  const remember = (nonce: string, count: number): void => {
    used.delete(nonce);
    used.set(nonce, count);
    if (used.size > mostNonces) used.delete(used.keys().next().value!);
  };
  return {
    challenge() {
      const nonce = newNonce();
      return ['SHA-256', 'MD5'].map((algorithm) => [
        'WWW-Authenticate',
        `Digest realm="${realm}", nonce="${nonce}", algorithm=${algorithm}, qop="auth"`,
      ]);
    },
    isUnproven(request) {
      const nonce = credentials(headerOf(request, 'authorization'))?.get('nonce') ?? '';
      return !used.has(nonce) && isFresh(nonce);
    },
    isAuthentic(request, username, secret) {
      const given = credentials(headerOf(request, 'authorization'));
      const hash = algorithms[(given?.get('algorithm') ?? 'MD5').toLowerCase()];
      if (!given || hash === undefined || given.get('username') !== username || given.get('realm') !== realm)
        return false;
      const [nonce, count] = [given.get('nonce') ?? '', given.get('nc') ?? ''];
      // Every request has a count, without which it could be sent again by someone else.
      if (given.get('qop') !== 'auth' || !/^[0-9a-f]{8}$/i.test(count) || !isFresh(nonce)) return false;
      if (parseInt(count, 16) <= (used.get(nonce) ?? 0)) return false;
      const of = (...parts: string[]): string => createHash(hash).update(parts.join(':')).digest('hex');
      const method = of(request.method, given.get('uri') ?? '');
      const expected = of(of(username, realm, secret), nonce, count, given.get('cnonce') ?? '', 'auth', method);
      if (!isEqual((given.get('response') ?? '').toLowerCase(), expected)) return false;
      remember(nonce, parseInt(count, 16));
      return true;
    },
  };
};

const credentials = (header: string): ReadonlyMap<string, string> | undefined => {
  if (!/^digest /i.test(header)) return undefined;
  return parseParams(splitOutsideQuotes(header.slice(7), ',').join(';'));
};

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
