import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unescapeHtml, type Page, type TestBrowser } from '#server/testing/browser.ts';
import {
  requestToken,
  authorizeUrl,
  password,
  redeem,
  signInByPage,
  testRealm,
  type TestRealm,
} from '#server/testing/realm.ts';
import { deleteExpired } from './models.ts';

let at: TestRealm;
beforeAll(async () => {
  at = await testRealm();
  await at.work();
});
afterAll(() => at.close());

const register = async (browser: TestBrowser, email: string, secret = password): Promise<Page> =>
  browser.submit(await browser.open('/realms/skywave/register'), {
    first_name: 'Grace',
    last_name: 'Hopper',
    email,
    password: secret,
  });
const linkIn = (text: string | undefined): string => /http\S+token=\S+/.exec(text ?? '')?.[0] ?? '';
const grant = (email: string, secret = password) =>
  requestToken(at.realm, { client_id: 'skywave-cli', grant_type: 'password', username: email, password: secret });

describe('registration', () => {
  it('verifies the e-mail by a link and continues to sign-in', async () => {
    const browser = at.browser();
    const { url, verifier } = authorizeUrl(at.origin);
    const signIn = await browser.open(url);
    const [, toRegister = ''] = /href="([^"]*register[^"]*)"/.exec(signIn.text) ?? [];
    const sent = await browser.submit(await browser.open(unescapeHtml(toRegister)), {
      first_name: ' Grace ',
      last_name: 'Hopper',
      email: 'Grace@Example.ORG',
      password,
    });
    expect(sent.text).toContain('Check your e-mail');
    const sentEmail = await at.letter();
    expect(sentEmail).toMatchObject({
      subject: 'Confirm your e-mail for Skywave',
      text: expect.not.stringMatching(/Grace|Hopper/),
    });
    expect([sentEmail.to].flat()[0]?.text).toBe('grace@example.org');
    const link = linkIn(sentEmail.text);
    expect(link).toMatch(new RegExp(`^${at.realm}/confirm\\?token=`));

    // Sign-in fails before confirmation, and opening the link does not confirm.
    await at.browser().open(link);
    const early = await browser.submit(signIn, { email: 'grace@example.org', password });
    expect(early.text).toContain('confirm your e-mail before you sign in');

    const done = await browser.submit(await browser.open(link));
    expect(done.text).toContain('Your e-mail is confirmed');
    const back = await browser.submit(signIn, { email: 'grace@example.org', password });
    const tokens = await redeem(at, back.url, verifier);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ email: 'grace@example.org', name: 'Grace Hopper' });

    const again = await at.browser().open(link);
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('Already confirmed')]);
  });

  it('sends the e-mail again, and explains an expired link', async () => {
    const browser = at.browser();
    const sent = await register(browser, 'slow@example.org');
    await at.letter();
    await browser.submit(sent);
    const link = linkIn((await at.letter()).text);
    expect((await browser.open(link)).text).toContain('slow@example.org');
    at.pass(25 * 3600);
    const late = await browser.open(link);
    expect([late.status, late.text]).toEqual([410, expect.stringContaining('This link has expired')]);
    await deleteExpired(at.kernel.db, at.kernel.clock);
    expect((await grant('slow@example.org')).tokens.error).toBe('invalid_grant');
  });

  it('tells the owner of a taken e-mail only by e-mail, and changes nothing', async () => {
    await at.person('taken@example.org');
    const fresh = await register(at.browser(), 'fresh@example.org');
    await at.letter();
    const taken = await register(at.browser(), 'taken@example.org', 'another fine password');
    const strip = (page: Page) => page.text.replace(/value="[^"]*"/g, '').replaceAll(/(fresh|taken)@/g, '@');
    expect(strip(taken)).toBe(strip(fresh));
    expect(await at.letter()).toMatchObject({ subject: 'You already have an account at Skywave' });
    expect((await grant('taken@example.org')).status).toBe(200);
    expect((await grant('taken@example.org', 'another fine password')).status).toBe(400);
  });

  it("cannot preset the password of another person's e-mail", async () => {
    await register(at.browser(), 'owner@example.org', 'the attacker was here');
    await at.letter();
    const browser = at.browser();
    await register(browser, 'owner@example.org');
    await browser.submit(await browser.open(linkIn((await at.letter()).text)));
    expect((await grant('owner@example.org')).status).toBe(200);
    expect((await grant('owner@example.org', 'the attacker was here')).status).toBe(400);
  });

  it("asks for name and password in a browser that did not register, so that a stranger's are never used", async () => {
    await register(at.browser(), 'victim@example.org', 'attackers pass 9');
    const link = linkIn((await at.letter()).text);
    const browser = at.browser();
    const page = await browser.open(link);
    expect(page.text).not.toMatch(/Grace|Hopper/);
    // The button alone, or a cookie with another value, is not enough.
    const refused = await browser.submit(page);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('at least 10 characters')]);
    const headers = { cookie: `skywave_registration=${'a'.repeat(24)}` };
    expect(await (await fetch(link, { headers })).text()).toContain('name="password"');
    const chosen = { first_name: 'Vic', last_name: 'Tim', password: 'the words of the owner' };
    expect((await browser.submit(refused, chosen)).text).toContain('Your e-mail is confirmed');
    expect((await grant('victim@example.org', 'attackers pass 9')).status).toBe(400);
    const { tokens } = await grant('victim@example.org', 'the words of the owner');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ name: 'Vic Tim' });
  });

  it('uses the password of the confirming browser despite a later registration of the same e-mail', async () => {
    const browser = at.browser();
    await register(browser, 'both@example.org');
    const link = linkIn((await at.letter()).text);
    await register(at.browser(), 'both@example.org', 'attackers pass 9');
    const other = linkIn((await at.letter()).text);
    expect((await browser.submit(await browser.open(link))).text).toContain('Your e-mail is confirmed');
    const late = await at.browser().open(other);
    expect(late.text).toContain('Already confirmed');
    expect((await grant('both@example.org')).status).toBe(200);
    expect((await grant('both@example.org', 'attackers pass 9')).status).toBe(400);
  });

  it('shows problems at their fields and safely keeps the entered values', async () => {
    const browser = at.browser();
    const page = await browser.submit(await browser.open('/realms/skywave/register'), {
      first_name: '"><script>alert(1)</script>',
      last_name: '',
      email: 'not an address',
      password: 'short',
    });
    expect(page.status).toBe(400);
    for (const text of ['last name', 'not an e-mail address', 'at least 10 characters'])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain('<script>alert');
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect(page.text).not.toMatch(/ style=|<style|<script>/);
  });

  it.each([
    ['password123', 'among the most common ones'],
    ['skywave12345', 'the name of this portal'],
    ['grace.hopper', 'more than your name'],
  ])('refuses the password %s with the reason', async (weak, reason) => {
    const page = await register(at.browser(), 'weak@example.org', weak);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(reason)]);
  });

  it('refuses a form that another site posts', async () => {
    const browser = at.browser();
    const page = await browser.open('/realms/skywave/register');
    const values = { first_name: 'A', last_name: 'B', email: 'csrf@example.org', password };
    expect((await browser.submit(page, { ...values, csrf: 'guessed' })).text).toContain('This page has expired');
    const body = new URLSearchParams({ ...values, csrf: /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '' });
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await browser.once('/realms/skywave/register', { method: 'POST', body, headers })).status).toBe(400);
  });

  it('limits e-mails per address', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await register(at.browser(), 'flood@example.org')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (let i = 0; i < 5; i += 1) await at.letter();
  });

  it('limits e-mails per address, even if the form of "send again" names another one', async () => {
    const browser = at.browser();
    const page = await register(browser, 'bombed@example.org');
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const again = await browser.submit(page, { email: `other${String(i)}@example.org` });
      statuses.push(again.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    for (let i = 0; i < 5; i += 1) await at.letter();
  });

  it('counts the IP addresses of one IPv6 network as one client', async () => {
    const behind = await testRealm({ trustedProxies: ['127.0.0.1', '::1'] });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:1:2::${i.toString(16)}` };
      const browser = behind.browser(headers);
      statuses.push((await register(browser, `many${String(i)}@example.org`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    await behind.close();
  });
});

describe('a forgotten password', () => {
  // The registrations above used up the hourly limit of one client.
  beforeAll(() => at.pass(3600));

  const forgot = async (email: string): Promise<Page> => {
    const browser = at.browser();
    return browser.submit(await browser.open('/realms/skywave/forgot'), { email });
  };

  it('is replaced with a link, which ends every session and works once', async () => {
    await at.person('forgot@example.org');
    const tokens = await signInByPage(at, at.browser(), 'forgot@example.org');
    await forgot('Forgot@example.org');
    const link = linkIn((await at.letter()).text);
    const browser = at.browser();
    const page = await browser.open(link);
    expect((await browser.submit(page, { password: 'short' })).text).toContain('at least 10 characters');
    expect((await browser.submit(page, { password: 'qwertyuiop' })).text).toContain('among the most common ones');
    expect((await browser.submit(page, { password: 'a brand new password' })).text).toContain('was changed');
    expect(await at.letter()).toMatchObject({ subject: 'Your Skywave password was changed' });

    const refreshed = await requestToken(at.realm, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(refreshed.status).toBe(400);
    expect((await grant('forgot@example.org')).status).toBe(400);
    expect((await grant('forgot@example.org', 'a brand new password')).status).toBe(200);
    expect((await browser.submit(page, { password: 'yet another password' })).status).toBe(410);
    expect((await browser.open(link)).status).toBe(410);
  });

  it('sends the confirmation link to people who have not confirmed their e-mail', async () => {
    await register(at.browser(), 'unconfirmed@example.org');
    await at.letter();
    await forgot('unconfirmed@example.org');
    expect(await at.letter()).toMatchObject({ subject: 'Confirm your e-mail for Skywave' });
  });

  it('asks for a new password in every browser if the e-mail is not confirmed yet', async () => {
    const browser = at.browser();
    await register(browser, 'waiting@example.org', 'a password nobody knows');
    await at.letter();
    await forgot('waiting@example.org');
    const page = await browser.open(linkIn((await at.letter()).text));
    const chosen = { first_name: 'Ada', last_name: 'Byron', password: 'the words of the owner' };
    expect((await browser.submit(page, chosen)).text).toContain('Your e-mail is confirmed');
    expect((await grant('waiting@example.org', 'a password nobody knows')).status).toBe(400);
    expect((await grant('waiting@example.org', 'the words of the owner')).status).toBe(200);
  });

  it('gets the same response for an unknown e-mail', async () => {
    await at.person('known@example.org');
    const known = (await forgot('known@example.org')).text;
    await at.letter();
    expect((await forgot('nobody@example.org')).text.replaceAll('nobody@', 'known@')).toBe(known);
  });
});

describe('checking passwords', () => {
  it('is limited to 60 an hour per network before it is done', async () => {
    const own = await testRealm();
    const browser = own.browser();
    const form = await browser.open('/realms/skywave/register');
    const post = async (password: string) =>
      (await browser.submit(form, { first_name: 'Grace', last_name: 'Hopper', email: 'g@example.org', password }))
        .status;
    const replies = [];
    for (let i = 0; i < 60; i += 1) replies.push(await post('short'));
    expect(new Set(replies)).toEqual(new Set([400]));
    expect(await post('4@8({[<369!1|l70$5+z2%')).toBe(429);
    own.pass(3601);
    expect(await post('short')).toBe(400);
    await own.close();
  });
});
