import type { AnyEndpoint, InputOf, ReturnsOf, SpecOf } from '#contract/api/http.ts';
import { requestUrl, buildBody, type Request } from '#contract/api/request.ts';
import { session } from '#contract/api/session.ts';

/** Calls the portal's API from scripts, typed by the contract. */
export type PortalClient = {
  <E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, token?: string): Promise<ReturnsOf<SpecOf<E>>>;
  /** The session's access token, for other kinds of requests. */
  token(): Promise<string>;
};

/** Signs in by the password grant, which must be enabled in the portal. Throws the portal's error. */
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
  let token = await fetchToken();
  let fetchedAt = Date.now();
  const getToken = async (): Promise<string> => {
    if (Date.now() - fetchedAt <= 120_000) return token;
    token = await fetchToken();
    fetchedAt = Date.now();
    return token;
  };
  return portalClient(url, getToken);
};

/** A client that gets its token from `getToken` for each call. */
export const portalClient = (url: string, getToken: () => Promise<string>): PortalClient => {
  const call = async (endpoint: AnyEndpoint, input: object, token?: string): Promise<unknown> => {
    const body = buildBody(endpoint, input as Request);
    const headers: Record<string, string> = { authorization: `Bearer ${token ?? (await getToken())}` };
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    const reply = await fetch(url + requestUrl(endpoint, input as Request), {
      method: endpoint.method,
      headers,
      body: body ?? null,
    });
    if (!reply.ok) throw new Error(`${endpoint.line} answered ${String(reply.status)}: ${await reply.text()}`);
    return reply.status === 204 ? undefined : reply.json();
  };
  return Object.assign(call, { token: getToken }) as PortalClient;
};

/** The portal names its issuer, and the issuer its token endpoint. */
const findTokenEndpoint = async (url: string): Promise<string> => {
  const { issuer } = await readJson<{ issuer: string }>(url + requestUrl(session.config, {}));
  return (await readJson<{ token_endpoint: string }>(`${issuer}/.well-known/openid-configuration`)).token_endpoint;
};

const readJson = async <T>(url: string): Promise<T> => {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${String(reply.status)}.`);
  return (await reply.json()) as T;
};
