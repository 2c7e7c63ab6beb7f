import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  requestToken,
  authorizeUrl,
  password,
  redeem,
  signInByPage,
  testRealm,
  type TestRealm,
} from '#server/testing/realm.ts';
import { endSessions } from './sessions.ts';
import { localJwks } from './signing-keys.ts';

let at: TestRealm;
beforeAll(async () => {
  at = await testRealm();
});
afterAll(() => at.close());

describe('discovery', () => {
  it('has the endpoints of a Keycloak realm at PUBLIC_URL, whatever the Host header', async () => {
    const reply = await fetch(`${at.realm}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    });
    expect(await reply.json()).toMatchObject({
      issuer: at.realm,
      authorization_endpoint: `${at.realm}/protocol/openid-connect/auth`,
      token_endpoint: `${at.realm}/protocol/openid-connect/token`,
      jwks_uri: `${at.realm}/protocol/openid-connect/certs`,
      userinfo_endpoint: `${at.realm}/protocol/openid-connect/userinfo`,
      end_session_endpoint: `${at.realm}/protocol/openid-connect/logout`,
      revocation_endpoint: `${at.realm}/protocol/openid-connect/revoke`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('publishes the same keys that are read in process, without private parts', async () => {
    const published = (await (await fetch(`${at.realm}/protocol/openid-connect/certs`)).json()) as { keys: object[] };
    const local = await localJwks(at.kernel.db);
    expect(published.keys).toMatchObject(local.keys);
    expect(local.keys).toHaveLength(1);
    expect(JSON.stringify([published, local])).not.toMatch(/"(d|p|q)":/);
  });
});

describe('code with PKCE', () => {
  it('signs a person in and gives tokens that the API can verify', async () => {
    const ada = await at.person('ada@example.org');
    const tokens = await signInByPage(at, at.browser(), 'Ada@Example.org ');
    const keys = createRemoteJWKSet(new URL(`${at.realm}/protocol/openid-connect/certs`));
    const expected = { issuer: at.realm, audience: `${at.origin}/v1`, algorithms: ['RS256'], typ: 'at+jwt' };
    const { payload } = await jwtVerify(tokens.access_token, keys, expected);
    expect(payload).toMatchObject({
      sub: ada?.id,
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada Byron',
      given_name: 'Ada',
      family_name: 'Byron',
      azp: 'skywave',
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ aud: 'skywave', nonce: 'a-nonce', email: 'ada@example.org' });
    const info = await fetch(`${at.realm}/protocol/openid-connect/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await info.json()).toMatchObject({ sub: ada?.id, email: 'ada@example.org' });
  });

  it('does not ask for the password again during the session', async () => {
    await at.person('again@example.org');
    const browser = at.browser();
    await signInByPage(at, browser, 'again@example.org');
    const { url, verifier } = authorizeUrl(at.origin);
    const page = await browser.open(url);
    expect(decodeJwt((await redeem(at, page.url, verifier)).access_token).email).toBe('again@example.org');
  });

  it('refuses a code without its verifier, a code used twice, a foreign redirect, and no PKCE at all', async () => {
    await at.person('pkce@example.org');
    const { url, verifier } = authorizeUrl(at.origin);
    const browser = at.browser();
    const page = await browser.submit(await browser.open(url), { email: 'pkce@example.org', password });
    expect((await redeem(at, page.url, `${verifier.slice(0, -1)}x`)).error).toBe('invalid_grant');

    const second = authorizeUrl(at.origin);
    const address = (await browser.open(second.url)).url;
    const tokens = await redeem(at, address, second.verifier);
    expect((await redeem(at, address, second.verifier)).error).toBe('invalid_grant');
    // Using a code twice revokes its tokens.
    const refreshed = await requestToken(at.realm, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(refreshed.status).toBe(400);

    const foreign = await browser.open(authorizeUrl(at.origin, { redirect_uri: 'http://evil.test/signed-in' }).url);
    expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('redirect_uri')]);
    const plain = await browser.open(url.replace(/&code_challenge[^&]*/g, ''));
    expect(new URL(plain.url).searchParams.get('error')).toBe('invalid_request');
  });

  it('allows the token endpoint only from its own origin', async () => {
    const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
    const foreign = await requestToken(at.realm, fields, { origin: 'http://evil.test' });
    expect(foreign.headers.has('access-control-allow-origin')).toBe(false);
    const own = await requestToken(at.realm, fields, { origin: at.origin });
    expect(own.headers.get('access-control-allow-origin')).toBe(at.origin);
  });
});

describe('the sign-in page', () => {
  it('does not reveal whether e-mail or password is wrong, and locks the e-mail after five failures', async () => {
    onTestFinished(at.stopClock());
    await at.person('page@example.org');
    const browser = at.browser();
    let page = await browser.open(authorizeUrl(at.origin).url);
    for (let i = 0; i < 5; i += 1) {
      page = await browser.submit(page, { email: 'page@example.org', password: 'wrong wrong wrong' });
      expect([page.status, page.text]).toEqual([401, expect.stringContaining('Wrong e-mail or password')]);
    }
    page = await browser.submit(page, { email: 'page@example.org', password });
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('Too many failed attempts')]);
    at.pass(31);
    const done = await browser.submit(page, { email: 'page@example.org', password });
    expect(done.url.startsWith(`${at.origin}/signed-in?code=`)).toBe(true);
  });

  it('works only in the browser that started it', async () => {
    const started = await at.browser().open(authorizeUrl(at.origin).url);
    const stolen = await at.browser().open(started.url);
    expect([stolen.status, stolen.text]).toEqual([400, expect.stringContaining('This page has expired')]);
  });

  it('never redirects to another site', async () => {
    const page = await at.browser().open('/realms/skywave/forgot?back=https%3A%2F%2Fevil.test%2F');
    expect(page.text).not.toContain('evil.test');
  });
});

describe('behind a TLS proxy', () => {
  it('uses PUBLIC_URL and marks its cookies as secure', async () => {
    const proxied = await testRealm({ publicUrl: 'https://radio.example.org' });
    const { url } = authorizeUrl('https://radio.example.org');
    const reply = await fetch(`${proxied.origin}${url}`, { redirect: 'manual' });
    expect(reply.headers.get('location')).toMatch(/^\/realms\/skywave\/interaction\//);
    const cookies = reply.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i);
    const found = await fetch(`${proxied.realm}/.well-known/openid-configuration`);
    expect(await found.json()).toMatchObject({
      issuer: 'https://radio.example.org/realms/skywave',
      token_endpoint: 'https://radio.example.org/realms/skywave/protocol/openid-connect/token',
    });
    await proxied.close();
  });
});

describe('refresh tokens', () => {
  const refresh = (token: string) => requestToken(at.realm, { grant_type: 'refresh_token', refresh_token: token });

  it('rotate, and reusing one revokes the whole grant', async () => {
    await at.person('rotate@example.org');
    const first = await signInByPage(at, at.browser(), 'rotate@example.org');
    const { tokens: second } = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.access_token)).toMatchObject({ email: 'rotate@example.org', aud: `${at.origin}/v1` });
    expect((await refresh(first.refresh_token)).tokens.error).toBe('invalid_grant');
    expect((await refresh(second.refresh_token)).tokens.error).toBe('invalid_grant');
  });

  it('expire with their session 30 days after sign-in, however often they are refreshed', async () => {
    await at.person('absolute@example.org');
    const browser = at.browser();
    let token = (await signInByPage(at, browser, 'absolute@example.org')).refresh_token;
    for (const days of [12, 12]) {
      at.pass(days * 24 * 3600);
      const { status, tokens } = await refresh(token);
      expect(status).toBe(200);
      token = tokens.refresh_token;
    }
    at.pass(7 * 24 * 3600);
    expect((await refresh(token)).tokens.error).toBe('invalid_grant');
    expect((await browser.open(authorizeUrl(at.origin).url)).text).toContain('name="password"');
    at.resetClock();
  });

  it('preserve sign-in time and session across refreshes', async () => {
    await at.person('auth-time@example.org');
    const before = Math.floor(Date.now() / 1000);
    const first = await signInByPage(at, at.browser(), 'auth-time@example.org');
    const { auth_time, sid } = decodeJwt(first.access_token);
    expect(auth_time).toBeGreaterThanOrEqual(before);
    expect(sid).toEqual(expect.stringMatching(/.{20}/));
    const { tokens } = await refresh(first.refresh_token);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ auth_time, sid });
  });

  it('give at most one new token to concurrent requests', async () => {
    await at.person('race@example.org');
    const { refresh_token } = await signInByPage(at, at.browser(), 'race@example.org');
    const replies = await Promise.all(Array.from({ length: 6 }, () => refresh(refresh_token)));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(replies.every(({ status }) => status === 200 || status === 400)).toBe(true);
  });
});

describe('signing out', () => {
  it('returns to the portal, and ends the session and its refresh tokens', async () => {
    await at.person('out@example.org');
    const browser = at.browser();
    const tokens = await signInByPage(at, browser, 'out@example.org');
    const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${at.origin}/` });
    const page = await browser.open(`/realms/skywave/protocol/openid-connect/logout?${query}`);
    expect(page.text).toContain('data-at-once');
    expect((await browser.submit(page)).url).toBe(`${at.origin}/`);
    const { status } = await requestToken(at.realm, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(status).toBe(400);
    expect((await browser.open(authorizeUrl(at.origin).url)).text).toContain('name="password"');
  });

  it('returns at once without a session, as there is nothing to sign out of', async () => {
    const path = '/realms/skywave/protocol/openid-connect/logout';
    expect((await at.browser().open(path)).text).toContain('You are signed out');

    const { tokens, browser } = await signedIn('gone@example.org');
    await endSessions(at.kernel.db, subjectOf(tokens));
    const query = new URLSearchParams({ ...signOutQuery(tokens), state: 'a b' });
    expect((await browser.open(`${path}?${query}`)).url).toBe(`${at.origin}/?state=a+b`);
    const elsewhere = new URLSearchParams({ ...signOutQuery(tokens), post_logout_redirect_uri: 'https://evil.test/' });
    expect((await browser.open(`${path}?${elsewhere}`)).status).toBe(400);
  });

  it('accepts the form of a page that was reloaded meanwhile', async () => {
    const { tokens, browser } = await signedIn('reload@example.org');
    const first = await browser.open(signOutPage(tokens));
    const second = await browser.open(signOutPage(tokens));
    expect((await browser.submit(first)).url).toBe(`${at.origin}/`);
    expect((await browser.open(authorizeUrl(at.origin).url)).text).toContain('name="password"');
    // The other page's form comes too late, and finds nobody signed in.
    expect((await browser.submit(second)).url).toBe(`${at.origin}/`);
  });

  it('returns to the portal if the session ends before the form is posted', async () => {
    const { tokens, browser } = await signedIn('ended@example.org');
    const page = await browser.open(signOutPage(tokens));
    await endSessions(at.kernel.db, subjectOf(tokens));
    expect((await browser.submit(page)).url).toBe(`${at.origin}/`);
  });

  it('refuses a form of another session', async () => {
    const [one, other] = [await signedIn('one@example.org'), await signedIn('other@example.org')];
    const page = await other.browser.open(signOutPage(other.tokens));
    await one.browser.open(signOutPage(one.tokens));
    expect((await one.browser.submit(page)).text).toContain('xsrf token invalid');
    expect((await one.browser.open(authorizeUrl(at.origin).url)).url).toContain('code=');
  });

  it('asks for confirmation without an ID token hint', async () => {
    await at.person('ask@example.org');
    const browser = at.browser();
    await signInByPage(at, browser, 'ask@example.org');
    const page = await browser.open('/realms/skywave/protocol/openid-connect/logout');
    expect(page.text).not.toContain('data-at-once');
    expect((await browser.submit(page)).text).toContain('You are signed out');
  });

  it('can revoke a single refresh token', async () => {
    await at.person('revoke@example.org');
    const { refresh_token: token } = await signInByPage(at, at.browser(), 'revoke@example.org');
    const body = new URLSearchParams({ client_id: 'skywave', token });
    const reply = await fetch(`${at.realm}/protocol/openid-connect/revoke`, { method: 'POST', body });
    expect(reply.status).toBe(200);
    expect((await requestToken(at.realm, { grant_type: 'refresh_token', refresh_token: token })).status).toBe(400);
  });
});

const signedIn = async (email: string) => {
  await at.person(email);
  const browser = at.browser();
  return { browser, tokens: await signInByPage(at, browser, email) };
};

const signOutQuery = ({ id_token }: { id_token: string }) => ({
  id_token_hint: id_token,
  post_logout_redirect_uri: `${at.origin}/`,
});
const signOutPage = (tokens: { id_token: string }): string =>
  `/realms/skywave/protocol/openid-connect/logout?${new URLSearchParams(signOutQuery(tokens))}`;

const subjectOf = ({ id_token }: { id_token: string }): string => decodeJwt(id_token).sub ?? '';
