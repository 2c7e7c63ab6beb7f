import { hash } from 'node:crypto';
import type { Identity, VerifyBearer } from './bearer.ts';

const rememberedMs = 60_000;
const mostRemembered = 10_000;

/**
 * Caches valid tokens by hash for a minute, never beyond their expiry, so that their signature isn't checked at every
 * call; a key that the issuer withdraws stops working within that minute. Refusals are not cached.
 */
export const cacheVerified = (verify: VerifyBearer, now: () => number = Date.now): VerifyBearer => {
  const verified = new Map<string, { identity: Identity; until: number }>();
  return async (token) => {
    const key = hash('sha256', token, 'base64');
    const cached = verified.get(key);
    if (cached && cached.until > now()) return cached.identity;
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
