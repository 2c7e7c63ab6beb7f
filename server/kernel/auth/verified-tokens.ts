import { hash } from 'node:crypto';
import type { Identity, VerifyBearer } from './bearer.ts';

const rememberedMs = 60_000;
const mostRemembered = 10_000;

/**
 * A token that was just found good is taken without its signature being checked again: for a minute, and never beyond
 * its expiry, so that a key the issuer withdrew is refused within that minute. Kept by hash; a refused token is not kept.
 */
export const rememberVerified = (verify: VerifyBearer, now: () => number = Date.now): VerifyBearer => {
  const verified = new Map<string, { identity: Identity; until: number }>();
  return async (token) => {
    const key = hash('sha256', token, 'base64');
    const known = verified.get(key);
    if (known && known.until > now()) return known.identity;
    const identity = await verify(token);
    verified.delete(key);
    dropOldest(verified);
    verified.set(key, { identity, until: Math.min(now() + rememberedMs, identity.expires.getTime()) });
    return identity;
  };
};

const dropOldest = (verified: Map<string, unknown>): void => {
  const [oldest] = verified.keys();
  if (verified.size >= mostRemembered && oldest !== undefined) verified.delete(oldest);
};
