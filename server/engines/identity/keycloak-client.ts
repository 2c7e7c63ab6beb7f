import type { Kernel } from '#server/kernel/kernel.ts';

/** Where Keycloak's admin API is, and the confidential client that may use it. */
export type KeycloakAt = { issuer: string; clientId: string; clientSecret: string };

/** `status` is 0 when Keycloak did not answer; `body` is undefined where it sent none. */
export type KeycloakReply = { status: number; body: unknown };

/** Asks Keycloak's admin API of the realm; `path` begins below the realm (`/users/{id}`). */
export type AskKeycloak = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<KeycloakReply>;

/** The client of the Keycloak that the operator set, if it is one. */
export const keycloakOf = (kernel: Pick<Kernel, 'config' | 'clock' | 'log'>): AskKeycloak | undefined => {
  const { oidcAdmin, oidcIssuer, embeddedIdentity } = kernel.config;
  return oidcAdmin && !embeddedIdentity ? keycloakClient({ issuer: oidcIssuer, ...oidcAdmin }, kernel) : undefined;
};

/** A client of the admin API, signed in by its own credentials; its token is kept for as long as it is good. */
export const keycloakClient = (at: KeycloakAt, { clock, log }: Pick<Kernel, 'clock' | 'log'>): AskKeycloak => {
  let known: { token: string; until: number } | undefined;
  const token = async (): Promise<string> => {
    if (known && known.until > clock.now().getTime()) return known.token;
    const granted = await signIn(at);
    known = { token: granted.access_token, until: clock.now().getTime() + (granted.expires_in - marginS) * 1000 };
    return known.token;
  };
  const once = async (...[method, path, body]: Parameters<AskKeycloak>): Promise<KeycloakReply> => {
    const reply = await fetch(`${adminBase(at.issuer)}${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(longestMs),
    });
    return { status: reply.status, body: read(await reply.text()) };
  };
  return async (...asked) => {
    try {
      const reply = await once(...asked);
      if (reply.status !== 401) return reply;
      // The realm's keys or the session of our token were renewed meanwhile.
      known = undefined;
      return await once(...asked);
    } catch (error) {
      log.error({ err: error, method: asked[0] }, 'the sign-in service did not answer');
      return { status: 0, body: undefined };
    }
  };
};

const longestMs = 10_000;
/** Seconds that a token must still be good for. */
const marginS = 15;

/** `https://id.example.org/realms/skywave` → `https://id.example.org/admin/realms/skywave` */
const adminBase = (issuer: string): string => issuer.replace(/\/realms\/([^/]+)$/, '/admin/realms/$1');

const signIn = async (at: KeycloakAt): Promise<{ access_token: string; expires_in: number }> => {
  const reply = await fetch(`${at.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: at.clientId,
      client_secret: at.clientSecret,
    }),
    signal: AbortSignal.timeout(longestMs),
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
