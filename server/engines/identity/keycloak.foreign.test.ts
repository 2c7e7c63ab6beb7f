import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import { session } from '#contract/api/session.ts';
import { bearerVerifier } from '#server/kernel/auth/bearer.ts';
import { accountAdminSuite, secretIn } from '#server/testing/account-admin-suite.ts';
import { testBrowser, unescapeHtml } from '#server/testing/browser.ts';
import { testClient } from '#server/testing/client.ts';
import { startKeycloak, type TestKeycloak } from '#server/testing/keycloak.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { requestToken, authorizeUrl, password, type Tokens } from '#server/testing/realm.ts';
import { keycloakAccountAdmin } from './keycloak-admin.ts';
import { keycloakClient, keycloakOf, type CallKeycloak } from './keycloak-client.ts';
import { workEmails } from './identity-emails.ts';

/* Against a real Keycloak with the realm of docs/keycloak: KEYCLOAK_HOME names its unpacked distribution (Java 17+). */
const home = process.env.KEYCLOAK_HOME;
const portalUrl = 'http://portal.test';

describe.skipIf(home === undefined)('Keycloak (set KEYCLOAK_HOME to a distribution to run this)', () => {
  let keycloak: TestKeycloak;
  let portal: TestPortal;
  let ask: CallKeycloak;

  beforeAll(async () => {
    keycloak = await startKeycloak(home ?? '', portalUrl);
    portal = await testPortal({
      config: {
        publicUrl: portalUrl,
        oidcIssuer: keycloak.issuer,
        oidcAudience: 'skywave-api',
        oidcAdmin: { clientId: 'skywave-admin', clientSecret: keycloak.adminSecret },
      },
      keys: { discover: true },
    });
    await workEmails({
      ...portal.kernel,
      brand,
      registration: () => Promise.resolve('everyone'),
      needsSecondFactor: () => Promise.resolve(false),
    });
    const client = keycloakOf(portal.kernel);
    if (!client) throw new Error('not a Keycloak');
    ask = client;
  }, 600_000);
  afterAll(async () => {
    await portal?.close();
    await keycloak?.stop();
  });

  const person = async (email: string): Promise<string> => {
    const created = await ask('POST', '/users', {
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      enabled: true,
      emailVerified: true,
      credentials: [{ type: 'password', value: password, temporary: false }],
    });
    expect(created.status).toBe(201);
    const { body } = await ask('GET', `/users?exact=true&email=${encodeURIComponent(email)}`);
    return (body as { id: string }[])[0]?.id ?? '';
  };
  const byPassword = async (email: string, secret = password): Promise<Tokens | undefined> => {
    const fields = {
      client_id: 'skywave-cli',
      grant_type: 'password',
      username: email,
      password: secret,
      scope: 'openid',
    };
    const { status, tokens } = await requestToken(keycloak.issuer, fields);
    return status === 200 ? tokens : undefined;
  };
  const refresh = (refresh_token: string, client_id = 'skywave-cli') =>
    requestToken(keycloak.issuer, { client_id, grant_type: 'refresh_token', refresh_token });
  const nextEmail = async () => {
    const next = await vi.waitFor(() => portal.mails.shift() ?? Promise.reject(new Error('no e-mail yet')), 60_000);
    const text = [...next.paragraphs, next.action?.url, next.closing].join('\n');
    return { to: next.to, subject: next.subject, text: text.replaceAll(portalUrl, portal.url) };
  };

  /** Signs in like the portal's page: code with PKCE at Keycloak's own page. */
  const signInByPage = async (email: string, browser = testBrowser(keycloak.origin)): Promise<Tokens> => {
    const { url, verifier } = authorizeUrl(portalUrl);
    let page = await browser.open(`${keycloak.origin}${url}`);
    if (page.text.includes('name="password"')) page = await browser.submit(page, { username: email, password });
    return redeem(page.url, verifier);
  };
  const redeem = async (address: string, verifier: string): Promise<Tokens> => {
    expect(address).toMatch(new RegExp(`^${portalUrl}/signed-in\\?`));
    const code = new URL(address).searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier };
    const { status, tokens } = await requestToken(keycloak.issuer, {
      ...fields,
      redirect_uri: `${portalUrl}/signed-in`,
    });
    expect(status).toBe(200);
    return tokens;
  };
  const me = (token: string) => testClient(portal.url, token).call(session.me);

  describe('people', () => {
    accountAdminSuite(() => ({
      admin: keycloakAccountAdmin(ask, portal.kernel),
      person,
      password,
      signIn: async (email, secret) => {
        const tokens = await byPassword(email, secret);
        return tokens && { claims: decodeJwt(tokens.access_token), refresh: tokens.refresh_token };
      },
      canRefresh: async (token) => (await refresh(token)).status === 200,
      nextEmail,
    }));

    it('have the new e-mail from the next token', async () => {
      const subject = await person('before@example.org');
      const first = await byPassword('before@example.org');
      expect((await me(first?.access_token ?? '')).json.email).toBe('before@example.org');
      // Their row must be older, as tokens are dated in whole seconds.
      const since = new Date(Date.now() - 60_000);
      await portal.kernel.db.updateTable('users').set({ updated: since }).where('subject', '=', subject).execute();
      await keycloakAccountAdmin(ask, portal.kernel).changeEmail(subject, 'after@example.org');
      const link = [await nextEmail(), await nextEmail()].find(({ to }) => to === 'after@example.org');
      await keycloakAccountAdmin(ask, portal.kernel).confirmEmail(subject, secretIn(link?.text));
      await nextEmail();
      const { tokens } = await refresh(first?.refresh_token ?? '');
      expect((await me(tokens.access_token)).json.email).toBe('after@example.org');
    });

    it('are unchanged if Keycloak is down or refuses our client', async () => {
      const subject = await person('away@example.org');
      const log = pino({ level: 'silent' });
      const refused = { issuer: keycloak.issuer, clientId: 'skywave-admin', clientSecret: 'wrong' };
      const away = { ...refused, issuer: 'http://127.0.0.1:1/realms/skywave' };
      for (const at of [refused, away]) {
        const admin = keycloakAccountAdmin(keycloakClient(at, { ...portal.kernel, log }), portal.kernel);
        await expect(admin.changeName(subject, { firstName: 'A', lastName: 'B' })).rejects.toMatchObject({
          code: 'profile.updateFailed',
        });
        await expect(admin.changePassword(subject, password)).rejects.toMatchObject({ code: 'profile.passwordFailed' });
        await expect(admin.changeEmail(subject, 'a@example.org')).rejects.toMatchObject({
          code: 'profile.emailFailed',
        });
        await expect(admin.endSessions(subject)).rejects.toMatchObject({ code: 'profile.updateFailed' });
      }
      expect(await byPassword('away@example.org')).toBeDefined();
    });

    it('get the name that Keycloak refuses as a field error', async () => {
      const subject = await person('name@rules.example.org');
      const renamed = keycloakAccountAdmin(ask, portal.kernel).changeName(subject, {
        firstName: 'Ada',
        lastName: '<b>',
      });
      await expect(renamed).rejects.toMatchObject({ code: 'request.invalid', fields: { lastName: expect.anything() } });
    });

    it('keep their other Keycloak data when the portal changes their name', async () => {
      const subject = await person('kept@example.org');
      await ask('PUT', `/users/${subject}`, {
        ...((await ask('GET', `/users/${subject}`)).body as object),
        requiredActions: ['CONFIGURE_TOTP'],
      });
      await keycloakAccountAdmin(ask, portal.kernel).changeName(subject, { firstName: 'New', lastName: 'Name' });
      expect((await ask('GET', `/users/${subject}`)).body).toMatchObject({
        firstName: 'New',
        username: 'kept@example.org',
        emailVerified: true,
        requiredActions: ['CONFIGURE_TOTP'],
      });
    });
  });

  describe('tokens', () => {
    it('of the page and of scripts are accepted; ID, refresh and admin tokens are not', async () => {
      await person('bearer@example.org');
      const tokens = await signInByPage('bearer@example.org');
      expect(decodeJwt(tokens.access_token)).toMatchObject({ azp: 'skywave', aud: 'skywave-api', typ: 'Bearer' });
      expect((decodeJwt(tokens.access_token).exp ?? 0) - (decodeJwt(tokens.access_token).iat ?? 0)).toBe(300);
      const mine = await me(tokens.access_token);
      expect([mine.status, mine.json.email, mine.json.basic_info.first_name]).toEqual([
        200,
        'bearer@example.org',
        'Ada',
      ]);
      const script = await byPassword('bearer@example.org');
      expect((await me(script?.access_token ?? '')).json.id).toBe(mine.json.id);
      const { tokens: admin } = await requestToken(keycloak.issuer, {
        client_id: 'skywave-admin',
        client_secret: keycloak.adminSecret,
        grant_type: 'client_credentials',
      });
      for (const other of [tokens.id_token, tokens.refresh_token, admin.access_token])
        expect((await me(other)).status).toBe(401);
    });

    it("without OIDC_AUDIENCE are accepted only from the portal's own client", async () => {
      await person('azp@example.org');
      const verify = bearerVerifier({
        issuer: keycloak.issuer,
        audience: undefined,
        clientId: 'skywave',
        keys: { discover: true },
      });
      const { access_token, id_token } = await signInByPage('azp@example.org');
      expect(await verify(access_token)).toMatchObject({ email: 'azp@example.org', emailVerified: true });
      await expect(verify(id_token)).rejects.toMatchObject({ code: 'session.required' });
      const script = await byPassword('azp@example.org');
      await expect(verify(script?.access_token ?? '')).rejects.toMatchObject({ code: 'session.required' });
    });

    it('require PKCE with S256', async () => {
      const { url } = authorizeUrl(portalUrl);
      for (const weak of [url.replace(/&code_challenge[^&]*/g, ''), url.replace('S256', 'plain')]) {
        const page = await testBrowser(keycloak.origin).open(`${keycloak.origin}${weak}`);
        expect(new URL(page.url).searchParams.get('error')).toBe('invalid_request');
      }
    });

    it('rotate on refresh, which invalidates the old one', async () => {
      await person('rotate@example.org');
      const first = await signInByPage('rotate@example.org');
      const { status, tokens: second } = await refresh(first.refresh_token, 'skywave');
      expect([status, second.refresh_token === first.refresh_token]).toEqual([200, false]);
      expect((await me(second.access_token)).status).toBe(200);
      expect((await refresh(first.refresh_token, 'skywave')).tokens.error).toBe('invalid_grant');
    });

    it('end with the sign-out at Keycloak, which returns to the portal', async () => {
      await person('leaves@example.org');
      const browser = testBrowser(keycloak.origin);
      const tokens = await signInByPage('leaves@example.org', browser);
      const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${portalUrl}/` });
      const out = await browser.open(`${keycloak.issuer}/protocol/openid-connect/logout?${query}`);
      expect(out.url).toBe(`${portalUrl}/`);
      expect((await refresh(tokens.refresh_token, 'skywave')).tokens.error).toBe('invalid_grant');
      const again = await browser.open(`${keycloak.origin}${authorizeUrl(portalUrl).url}`);
      expect(again.text).toContain('name="password"');
    });

    it('are refused after the portal disabled the person, and not renewed after Keycloak did', async () => {
      const subject = await person('disabled@example.org');
      const tokens = await signInByPage('disabled@example.org');
      const { json } = await me(tokens.access_token);
      await portal.kernel.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', json.id).execute();
      portal.people.forget(json.id);
      expect((await me(tokens.access_token)).status).toBe(401);
      const user = (await ask('GET', `/users/${subject}`)).body as object;
      await ask('PUT', `/users/${subject}`, { ...user, enabled: false });
      expect((await refresh(tokens.refresh_token, 'skywave')).tokens.error).toBe('invalid_grant');
    });
  });

  it('locks an e-mail after repeated wrong passwords', async () => {
    await person('locked@example.org');
    for (let i = 0; i < 6; i += 1) expect(await byPassword('locked@example.org', 'not the password')).toBeUndefined();
    expect(await byPassword('locked@example.org')).toBeUndefined();
  });

  it('registers a person, verifies their e-mail and returns to the portal', async () => {
    const browser = testBrowser(keycloak.origin);
    const { url, verifier } = authorizeUrl(portalUrl, { return_to: '/invitations/some-token' });
    const signIn = await browser.open(`${keycloak.origin}${url}`);
    const toRegister = unescapeHtml(/href="([^"]*registration[^"]*)"/.exec(signIn.text)?.[1] ?? '');
    const form = await browser.open(new URL(toRegister, keycloak.origin).href);
    const profile = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' };
    const secrets = { password, 'password-confirm': password, 'password-new': password };
    const sent = await browser.submit(form, { ...profile, ...secrets });
    expect(sent.text).toMatch(/verify your email/i);
    expect(await byPassword('grace@example.org')).toBeUndefined();
    const mail = await keycloak.letter();
    const link = /http\S+action-token\S+/.exec(mail.text ?? '')?.[0] ?? '';
    let page = await browser.open(link);
    // From version 26.7 the password is chosen after the e-mail is verified.
    if (page.text.includes('password-new')) page = await browser.submit(page, secrets);
    const tokens = await redeem(page.url, verifier);
    expect((await me(tokens.access_token)).json).toMatchObject({
      email: 'grace@example.org',
      authentication: { verified: true },
    });
  });
});
