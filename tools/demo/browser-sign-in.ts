import { createHash, randomBytes } from 'node:crypto';
import { requestUrl } from '#contract/api/request.ts';
import { session, signInPaths } from '#contract/api/session.ts';
import { testBrowser, unescapeHtml, type Page } from '#server/testing/browser.ts';
import { portalClient, type PortalClient } from './portal-client.ts';

/**
 * Signs in as the portal's own page does, by code with PKCE through the forms of the embedded provider or of Keycloak.
 * Works with any running portal; throws the page's message if the sign-in is refused or asks for a second factor.
 */
export const signInByForms = async (url: string, email: string, password: string): Promise<PortalClient> => {
  const { client_id, tokenEndpoint, tokens } = await tokensByForms(url, email, password);
  return portalClient(url, refreshing(tokenEndpoint, client_id, tokens));
};

/** The tokens that a sign-in through the forms gives the portal's page, and the cookies that it gives the browser. */
export const tokensByForms = async (url: string, email: string, password: string): Promise<SignedIn> => {
  const { issuer, client_id } = await readJson<{ issuer: string; client_id: string }>(
    url + requestUrl(session.config, {}),
  );
  const endpoints = await readJson<{ authorization_endpoint: string; token_endpoint: string }>(
    `${issuer}/.well-known/openid-configuration`,
  );
  const redirect_uri = new URL(url).origin + signInPaths.signedIn;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(16).toString('base64url'),
  });
  const browser = testBrowser(new URL(issuer).origin);
  const form = await browser.open(`${endpoints.authorization_endpoint}?${query}`);
  if (!form.text.includes('name="password"'))
    throw new Error(`The sign-in at ${issuer} shows no form for a password: ${messageOf(form)}`);
  const page = await browser.submit(form, { email, username: email, password });
  const code = new URL(page.url).searchParams.get('code');
  if (code === null) throw new Error(`Sign-in of ${email} was refused: ${messageOf(page)}`);
  const grant = { client_id, grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri };
  const tokenEndpoint = endpoints.token_endpoint;
  const tokens = await requestToken(tokenEndpoint, grant);
  return { issuer, client_id, tokenEndpoint, tokens, cookies: [...browser.cookies.values()] };
};

type SignedIn = {
  issuer: string;
  client_id: string;
  tokenEndpoint: string;
  tokens: Tokens;
  cookies: { name: string; value: string; path: string }[];
};

type Tokens = {
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  scope?: string;
  expires_in?: number;
};

/** Refresh tokens are valid once: concurrent calls wait for one refresh. */
const refreshing = (endpoint: string, client_id: string, first: Tokens): (() => Promise<string>) => {
  let tokens = Promise.resolve(first);
  let refreshDue = refreshAt(first);
  return async () => {
    if (Date.now() > refreshDue) {
      refreshDue = Number.POSITIVE_INFINITY;
      tokens = tokens.then(({ refresh_token = '' }) =>
        requestToken(endpoint, { client_id, grant_type: 'refresh_token', refresh_token }),
      );
      refreshDue = refreshAt(await tokens);
    }
    return (await tokens).access_token;
  };
};

/** Half of a token's life, as a request may take a while. */
const refreshAt = ({ expires_in = 300 }: Tokens): number => Date.now() + expires_in * 500;

const requestToken = async (endpoint: string, form: Record<string, string>): Promise<Tokens> => {
  const reply = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) });
  const answer = (await reply.json()) as Partial<Tokens> & { error_description?: string };
  if (answer.access_token === undefined)
    throw new Error(`Sign-in was refused: ${answer.error_description ?? reply.statusText}`);
  return { ...answer, access_token: answer.access_token };
};

/** The message of a page: its alert, or its title. */
const messageOf = ({ status, text }: Page): string => {
  const message = /role="alert"[^>]*>([^<]+)</.exec(text)?.[1] ?? /<h1[^>]*>([^<]+)</.exec(text)?.[1];
  return message === undefined ? `it answered ${String(status)}` : unescapeHtml(message.trim());
};

const readJson = async <T>(url: string): Promise<T> => {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${String(reply.status)}.`);
  return (await reply.json()) as T;
};
