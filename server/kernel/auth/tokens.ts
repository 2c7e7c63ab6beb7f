import { jwtVerify, SignJWT } from 'jose';
import { tokenLifetime, type TokenPurpose } from '#contract/rules/tokens.ts';
import type { Clock, Secrets, Tokens } from '../kernel.ts';
import type { TokenClaims } from '../http/handler.ts';
import { refuse } from '../http/refuse.ts';

/**
 * Purpose-bound tokens (design §10.4): signed with a secret of this installation, for one resource, for a limited time.
 */
export const signedTokens = (secrets: Secrets, clock: Clock): Tokens => {
  const key = async () => Buffer.from(await secrets.get('tokens'), 'base64url');
  return {
    async sign(purpose, resource, user) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ resource, user })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(purpose)
        .setIssuedAt(now)
        .setExpirationTime(now + tokenLifetime[purpose])
        .sign(await key());
    },
    async verify(purpose, token) {
      const options = { algorithms: ['HS256'], audience: purpose, currentDate: clock.now() };
      const verified = await jwtVerify(token, await key(), options).catch(() => undefined);
      return verified ? claimsOf(purpose, verified.payload) : refuse('session.tokenInvalid');
    },
  };
};

const claimsOf = (purpose: TokenPurpose, payload: Record<string, unknown>): TokenClaims => {
  const { resource, user } = payload;
  if (typeof resource !== 'string' || (user !== null && typeof user !== 'string'))
    return refuse('session.tokenInvalid');
  return { purpose, resource, user };
};
