import type { EventEmitter } from 'node:events';
import Provider, { interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { signInPaths } from '#contract/api/session.ts';
import type { RateLimit } from '#server/kernel/http/rate-limit.ts';
import { scopes, sessionGrant } from './grants.ts';
import { postgresModels } from './models.ts';
import type { ProviderPages } from './pages/provider-pages.ts';
import { apiServer, registerPasswordGrant } from './password-grant.ts';
import { claimsOf, personById } from './people.ts';
import { realmPathOf } from '#server/kernel/config.ts';
import { audienceOf, clientsOf, isScripts, issuerOf, lifetime, portalOrigins, type IdentityKernel } from './realm.ts';
import { remainingLife, signInOf, recordSession } from './sessions.ts';
import { skipSignOutForm } from './sign-out.ts';
import { signingKeys } from './signing-keys.ts';

/** The embedded OpenID provider: code with PKCE for the portal, password grant for scripts, state in PostgreSQL. */
export const embeddedProvider = async (
  kernel: IdentityKernel,
  pages: ProviderPages,
  limit: RateLimit,
): Promise<Provider> => {
  const provider = new Provider(issuerOf(kernel.config), await configuration(kernel, pages));
  // The mount sets X-Forwarded-* from PUBLIC_URL, replacing anything a client sent.
  provider.proxy = true;
  if (kernel.config.passwordGrant) registerPasswordGrant(provider, kernel, limit);
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    if (ctx.status !== 200) return;
    if (oidc?.route === 'token') await recordSession(kernel, ctx as KoaContextWithOIDC);
    if (oidc?.route === 'end_session') await skipSignOutForm(ctx as KoaContextWithOIDC);
  });
  provider.on('server_error', (_ctx, error: Error) => {
    kernel.log.error({ err: error }, 'the identity provider failed');
  });
  // Koa's own event, which the provider's types omit; without a listener the stack is printed.
  (provider as EventEmitter).on('error', (error: Error & { code?: string; status?: number }) => {
    const isOfClient = connectionLost.has(error.code ?? '') || (error.status ?? 500) < 500;
    if (isOfClient) kernel.log.debug({ err: error }, 'a client of the identity provider disconnected');
    else kernel.log.error({ err: error }, 'the identity provider failed');
  });
  return provider;
};

/** Errors of clients that disconnected before the request or response was complete. */
const connectionLost = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

const configuration = async (kernel: IdentityKernel, pages: ProviderPages): Promise<Configuration> => {
  const { config, db, clock, secrets } = kernel;
  const audience = audienceOf(config);
  return {
    adapter: postgresModels(db, clock),
    jwks: (await signingKeys(db)) as NonNullable<Configuration['jwks']>,
    clients: realmClients(kernel),
    cookies: cookieOptions(await secrets.get('identity.cookies'), realmPathOf(config)),
    routes,
    discovery: { userinfo_endpoint: `${issuerOf(config)}/protocol/openid-connect/userinfo` },
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes,
    // The portal page to continue at after registering, set by the page that requires sign-in.
    extraParams: ['return_to'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    },
    // ID tokens include the person's claims, so that the page needs no second request.
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: config.accessTokenSeconds,
      AuthorizationCode: lifetime.code,
      IdToken: config.accessTokenSeconds,
      Interaction: lifetime.interaction,
      Session: (_ctx, session) => remainingLife(clock, session.loginTs),
      // Sessions and refresh tokens have their own lifetimes; a grant must outlive all of them.
      Grant: 2 * lifetime.session,
      RefreshToken: (_ctx, token) =>
        remainingLife(clock, token.authTime, isScripts(config, token.clientId) ? lifetime.scriptSession : undefined),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        getResourceServerInfo: () => apiServer(audience),
        useGrantedResource: () => true,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.askToSignOut,
        postLogoutSuccessSource: pages.signedOut,
      },
    },
    interactions: { policy: loginOnly(), url: (_ctx, { uid }) => `${realmPathOf(config)}/interaction/${uid}` },
    renderError: pages.failed,
    findAccount: async (_ctx, sub) => {
      const person = await personById(db, sub);
      return person && { accountId: person.id, claims: () => ({ sub: person.id, ...claimsOf(person) }) };
    },
    loadExistingGrant: (ctx) => sessionGrant(ctx, audience),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => true,
    rotateRefreshToken: true,
    clientBasedCORS: (_ctx, origin) => portalOrigins(config).includes(origin),
    extraTokenClaims: async (ctx, token) => {
      const person = 'accountId' in token ? await personById(db, token.accountId) : undefined;
      return person && { ...claimsOf(person), ...signInOf(ctx, token), azp: token.clientId, typ: 'Bearer' };
    },
  };
};

/** Paths relative to the realm, as in Keycloak. */
const routes = {
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  jwks: '/protocol/openid-connect/certs',
  end_session: '/protocol/openid-connect/logout',
  revocation: '/protocol/openid-connect/revoke',
};

const realmClients = ({ config }: IdentityKernel): NonNullable<Configuration['clients']> => {
  const origins = portalOrigins(config);
  const open = { token_endpoint_auth_method: 'none' as const };
  return clientsOf(config).flatMap(({ portal, scripts }) => [
    {
      ...open,
      client_id: portal,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: origins.map((origin) => `${origin}${signInPaths.signedIn}`),
      post_logout_redirect_uris: origins.map((origin) => `${origin}${signInPaths.signedOut}`),
    },
    {
      ...open,
      client_id: scripts,
      grant_types: config.passwordGrant ? ['password', 'refresh_token'] : [],
      response_types: [],
      redirect_uris: [],
    },
  ]);
};

const cookieOptions = (key: string, realmPath: string): NonNullable<Configuration['cookies']> => {
  const each = { signed: true, httpOnly: true, sameSite: 'lax' as const };
  return { keys: [key], long: { ...each, path: `${realmPath}/` }, short: each };
};

const loginOnly = () => {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
};
