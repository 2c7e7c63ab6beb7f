import type { AnyEndpoint, InputOf, ReturnsOf, SpecOf } from '#contract/http.ts';
import { requestUrl, buildBody, type Request } from '#contract/request.ts';
import { session } from '#contract/session.ts';

/** Calls of the portal's API as a script makes them, typed by the contract. */
export type PortalClient = {
  <E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, token?: string): Promise<ReturnsOf<SpecOf<E>>>;
  /** The session's own token, for whoever calls by other means. */
  token(): Promise<string>;
};

/** Signs in by the password grant, which the portal must have on, and gives the way to call. Throws with the portal's own words. */
export const signInByPassword = async (url: string, email: string, password: string): Promise<PortalClient> => {
  const form = { grant_type: 'password', client_id: 'skywave-cli', scope: 'openid', username: email, password };
  const tokenEndpoint = await findTokenEndpoint(url);
  const fetchToken = async (): Promise<string> => {
    const reply = await fetch(tokenEndpoint, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const answer = (await reply.json()) as { access_token?: string; error?: string; error_description?: string };
    if (answer.error === 'unsupported_grant_type')
      throw new Error('Scripts cannot sign in by password: start the portal with PASSWORD_GRANT=on.');
    if (!answer.access_token) throw new Error(`Sign-in was refused: ${answer.error_description ?? reply.statusText}`);
    return answer.access_token;
  };
  let held = await fetchToken();
  let fetched = Date.now();
  const fresh = async (): Promise<string> => {
    if (Date.now() - fetched <= 120_000) return held;
    held = await fetchToken();
    fetched = Date.now();
    return held;
  };
  return portalClient(url, fresh);
};

/** Calls of a portal with the token that `fresh` gives at each. */
export const portalClient = (url: string, fresh: () => Promise<string>): PortalClient => {
  const call = async (endpoint: AnyEndpoint, input: object, token?: string): Promise<unknown> => {
    const body = buildBody(endpoint, input as Request);
    const headers: Record<string, string> = { authorization: `Bearer ${token ?? (await fresh())}` };
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    const reply = await fetch(url + requestUrl(endpoint, input as Request), {
      method: endpoint.method,
      headers,
      body: body ?? null,
    });
    if (!reply.ok) throw new Error(`${endpoint.line} answered ${String(reply.status)}: ${await reply.text()}`);
    return reply.status === 204 ? undefined : reply.json();
  };
  return Object.assign(call, { token: fresh }) as PortalClient;
};

/** The portal tells whose tokens it takes, and the provider where they are had. */
const findTokenEndpoint = async (url: string): Promise<string> => {
  const { issuer } = await readJson<{ issuer: string }>(url + requestUrl(session.config, {}));
  return (await readJson<{ token_endpoint: string }>(`${issuer}/.well-known/openid-configuration`)).token_endpoint;
};

const readJson = async <T>(address: string): Promise<T> => {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address} answered ${String(reply.status)}.`);
  return (await reply.json()) as T;
};
