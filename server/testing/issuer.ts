import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT, type JSONWebKeySet } from 'jose';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keyId = 'test';

export type TestClaims = {
  sub: string;
  email: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  [claim: string]: unknown;
};

/** An OIDC issuer for tests: real signed tokens with separate keys. */
export const testIssuer = (issuer: string, audience: string | undefined) => ({
  async keys(): Promise<JSONWebKeySet> {
    const jwk = await exportJWK(createPublicKey(privateKey));
    return { keys: [{ ...jwk, kid: keyId, alg: 'ES256', use: 'sig' }] };
  },
  /** A bearer token with these claims; valid for an hour by default, longer than any test file takes. */
  async token(claims: TestClaims, lifeS = 3600): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const jwt = new SignJWT({ email_verified: true, auth_time: now, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(issuer)
      .setIssuedAt(lifeS < 0 ? now + lifeS - 60 : now)
      .setExpirationTime(now + lifeS);
    if (audience !== undefined) jwt.setAudience(audience);
    return jwt.sign(privateKey);
  },
});
