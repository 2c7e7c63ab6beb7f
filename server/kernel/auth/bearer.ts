import {
  createLocalJWKSet,
  createRemoteJWKSet,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { refuse } from '../http/refuse.ts';

/** The identity in a verified bearer token. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  issuedAt: Date;
  expires: Date;
  signIn: SignIn;
};

/** The sign-in behind a token, as far as the provider reports it: when the user authenticated, and in which session. */
export type SignIn = { at: Date | undefined; session: string | undefined };

/** The source of the issuer's keys: in process for the embedded provider, by discovery for others. */
export type KeySource = { local: () => Promise<JSONWebKeySet> } | { discover: true };

export type VerifyBearer = (token: string) => Promise<Identity>;

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/**
 * Verifies bearer tokens: signature by JWKS, issuer, expiry, and that the token was issued for this API: by audience,
 * or if the operator configured none, by the client it was issued to. Refuses ID and logout tokens. Refuses 401
 * `session.required`.
 */
export const bearerVerifier = (at: {
  issuer: string;
  audience: string | undefined;
  clientId: string;
  keys: KeySource;
}): VerifyBearer => {
  const keySet = 'local' in at.keys ? localKeys(at.keys.local) : remoteKeys(at.issuer);
  return async (token) => {
    const options = { issuer: at.issuer, algorithms, clockTolerance: 5, requiredClaims: ['exp', 'sub', 'iat'] };
    const audience = at.audience === undefined ? {} : { audience: at.audience };
    try {
      const { payload } = await jwtVerify(token, await keySet(), { ...options, ...audience });
      if (!isAccessToken(payload)) return refuse('session.required');
      if (at.audience === undefined && payload.azp !== at.clientId) return refuse('session.required');
      return identityOf(payload);
    } catch (error) {
      if (isUnreachable(error)) return refuse('request.unavailable', { part: 'The sign-in service' });
      return refuse('session.required');
    }
  };
};

/**
 * Keycloak marks the type of its tokens (its older access tokens contain a nonce too); elsewhere a nonce identifies an
 * ID token.
 */
const isAccessToken = ({ typ, nonce }: JWTPayload): boolean =>
  typ === undefined ? nonce === undefined : typ === 'Bearer';

const identityOf = (payload: JWTPayload): Identity => {
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  const [first = '', ...rest] = text('name').split(' ');
  return {
    issuer: payload.iss ?? '',
    subject: payload.sub ?? '',
    email: text('email').toLowerCase(),
    emailVerified: payload.email_verified === true,
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
    issuedAt: new Date((payload.iat ?? 0) * 1000),
    expires: new Date((payload.exp ?? 0) * 1000),
    signIn: {
      at: typeof payload.auth_time === 'number' ? new Date(payload.auth_time * 1000) : undefined,
      session: text('sid') || undefined,
    },
  };
};

type KeySet = JWTVerifyGetKey;

const localKeys = (read: () => Promise<JSONWebKeySet>) => {
  let cached: Promise<KeySet> | undefined;
  return () => {
    cached ??= read().then((keys) => createLocalJWKSet(keys));
    cached.catch(() => (cached = undefined));
    return cached;
  };
};

/** The issuer's keys by discovery; jose fetches them again if a token has an unknown key ID. */
const remoteKeys = (issuer: string) => {
  let cached: Promise<KeySet> | undefined;
  return () => {
    cached ??= discoverKeys(issuer);
    cached.catch(() => (cached = undefined));
    return cached;
  };
};

class Unreachable extends Error {}
const isUnreachable = (error: unknown): boolean =>
  error instanceof Unreachable || (error as { code?: string }).code === 'ERR_JWKS_TIMEOUT';

const discoverKeys = async (issuer: string): Promise<KeySet> => {
  const signal = AbortSignal.timeout(5000);
  const reply = await fetch(`${issuer}/.well-known/openid-configuration`, { signal }).catch((error: unknown) => {
    throw new Unreachable('no answer', { cause: error });
  });
  if (!reply.ok) throw new Unreachable(`status ${String(reply.status)}`);
  const found = (await reply.json()) as { issuer?: string; jwks_uri?: string };
  if (found.issuer !== issuer || found.jwks_uri === undefined) throw new Unreachable('not this issuer');
  return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: 5000 });
};
