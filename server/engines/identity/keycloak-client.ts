import type { Kernel } from '#server/kernel/kernel.ts';

/** The issuer, and the confidential client for the admin API. */
export type KeycloakConfig = { issuer: string; clientId: string; clientSecret: string };

/** `status` is 0 if Keycloak did not respond; `body` is undefined if it sent none. */
export type KeycloakReply = { status: number; body: unknown };

/** Calls Keycloak's admin API; `path` is relative to the realm (`/users/{id}`). */
export type CallKeycloak = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<KeycloakReply>;

/** The client of the configured Keycloak, if any. */
export const keycloakOf = (kernel: Pick<Kernel, 'config' | 'clock' | 'log'>): CallKeycloak | undefined => {
  const { oidcAdmin, oidcIssuer, embeddedIdentity } = kernel.config;
  return oidcAdmin && !embeddedIdentity ? keycloakClient({ issuer: oidcIssuer, ...oidcAdmin }, kernel) : undefined;
};

/** A client of the admin API that signs in with its own credentials and caches its token. */
export const keycloakClient = (at: KeycloakConfig, { clock, log }: Pick<Kernel, 'clock' | 'log'>): CallKeycloak => {
  let cached: { token: string; until: number } | undefined;
  const token = async (): Promise<string> => {
    if (cached && cached.until > clock.now().getTime()) return cached.token;
    const granted = await signIn(at);
    cached = { token: granted.access_token, until: clock.now().getTime() + (granted.expires_in - marginS) * 1000 };
    return cached.token;
  };
  const once = async (...[method, path, body]: Parameters<CallKeycloak>): Promise<KeycloakReply> => {
    const reply = await fetch(`${adminBase(at.issuer)}${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: reply.status, body: read(await reply.text()) };
  };
  return async (...call) => {
    try {
      const reply = await once(...call);
      if (reply.status !== 401) return reply;
      // The realm's keys or our token's session changed in the meantime.
      cached = undefined;
      return await once(...call);
    } catch (error) {
      log.error({ err: error, method: call[0] }, 'the sign-in service did not respond');
      return { status: 0, body: undefined };
    }
  };
};

const timeoutMs = 10_000;
/** Seconds a token must still be valid. */
const marginS = 15;

/** `https://id.example.org/realms/skywave` → `https://id.example.org/admin/realms/skywave` */
const adminBase = (issuer: string): string => issuer.replace(/\/realms\/([^/]+)$/, '/admin/realms/$1');

const signIn = async (at: KeycloakConfig): Promise<{ access_token: string; expires_in: number }> => {
  const reply = await fetch(`${at.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: at.clientId,
      client_secret: at.clientSecret,
    }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!reply.ok) throw new Error(`the admin client ${at.clientId} was refused: ${String(reply.status)}`);
  return (await reply.json()) as { access_token: string; expires_in: number };
};

const read = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
