import { errors, type default as Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { clientNetwork } from '#contract/rules/network.ts';
import type { RateLimit } from '#server/kernel/http/rate-limit.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import { factorsOf } from './factors/factors.repo.ts';
import { grantAll, scopes } from './grants.ts';
import { claimsOf, type RealmPerson } from './people.ts';
import { audienceOf, type IdentityKernel } from './realm.ts';
import { signIn } from './sign-in.ts';

type Params = { username?: string; password?: string };
type Context = TokenEndpointGrantContext<Params>;

/** `grant_type=password` for scripts, like a Keycloak realm with direct access grants; with the same lockout. */
export const registerPasswordGrant = (provider: Provider, kernel: IdentityKernel, limit: RateLimit): void => {
  provider.registerGrantType<Params>(
    'password',
    async (ctx) => {
      const { username, password } = ctx.oidc.params;
      if (!username || !password) throw new errors.InvalidRequest('username and password are required');
      const network = clientNetwork(ctx.ip);
      checkRate(limit, network);
      const person = await authenticate(kernel, { email: username, password }, network);
      ctx.body = await issueTokens(provider, ctx, person, audienceOf(kernel.config));
    },
    ['username', 'password', 'scope', 'resource'],
  );
};

const checkRate = (limit: RateLimit, network: string): void => {
  try {
    limit(`password-grant ${network}`, { max: 60, seconds: 60 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refusal(`too many attempts, wait ${String(error.details.seconds)} seconds`);
  }
};

const authenticate = async (
  kernel: IdentityKernel,
  credentials: { email: string; password: string },
  network: string,
): Promise<RealmPerson> => {
  const outcome = await signIn(kernel, credentials, { network });
  if (outcome.as === 'person') return withoutSecondFactor(kernel, outcome.person);
  if (outcome.as === 'locked') throw refusal(`too many failed attempts, wait ${String(outcome.seconds)} seconds`);
  if (outcome.as === 'unconfirmed') throw refusal('the e-mail is not confirmed');
  throw refusal('invalid user credentials');
};

/** Refuses people who have or need a second factor: the password alone is not enough. */
const withoutSecondFactor = async (kernel: IdentityKernel, person: RealmPerson): Promise<RealmPerson> => {
  const has = (await factorsOf(kernel.db, person.id)).length > 0;
  if (has || (await kernel.needsSecondFactor(person)))
    throw refusal('this account needs a second factor and can only sign in with a browser');
  return person;
};

/** The library's own InvalidGrant does not reveal its reason. */
const refusal = (reason: string) => new errors.CustomOIDCProviderError('invalid_grant', reason);

const issueTokens = async (provider: Provider, ctx: Context, person: RealmPerson, audience: string) => {
  const { client } = ctx.oidc;
  const requested = (ctx.oidc.params.scope ?? 'openid').split(' ');
  const scope = scopes.filter((one) => requested.includes(one)).join(' ');
  const grant = await grantAll(provider, { accountId: person.id, client, audience });
  const common = { accountId: person.id, client, grantId: grant.jti, gty: 'password', scope };
  const access = new provider.AccessToken({ ...common, resourceServer: resourceServer(provider, audience) });
  const signedInNow = { expiresWithSession: false, authTime: Math.floor(Date.now() / 1000) };
  const refresh = new provider.RefreshToken({ ...common, resource: audience, ...signedInNow, rotations: 0 });
  ctx.oidc.entity('AccessToken', access);
  ctx.oidc.entity('RefreshToken', refresh);
  const [accessToken, refreshToken] = [await access.save(), await refresh.save()];
  return {
    access_token: accessToken,
    expires_in: access.expiration,
    refresh_token: refreshToken,
    refresh_expires_in: refresh.expiration,
    token_type: 'Bearer',
    scope,
    ...(requested.includes('openid') ? { id_token: await idToken(provider, ctx, person) } : {}),
  };
};

const idToken = async (provider: Provider, ctx: Context, person: RealmPerson): Promise<string> => {
  const token = new provider.IdToken({ sub: person.id, ...claimsOf(person) }, { ctx });
  Object.assign(token, { scope: 'openid profile email' });
  return token.issue({ use: 'idtoken' });
};

const resourceServer = (provider: Provider, audience: string) =>
  new provider.ResourceServer(audience, apiServer(audience));

/** The API as a resource server: access tokens are JWTs, so that no API call has to ask the provider. */
export const apiServer = (audience: string) => ({
  audience,
  scope: scopes.join(' '),
  accessTokenFormat: 'jwt' as const,
  jwt: { sign: { alg: 'RS256' as const } },
});
