import { Secret, TOTP } from 'otpauth';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page, TestBrowser } from '#server/testing/browser.ts';
import { requestToken, authorizeUrl, password, redeem, testRealm, type TestRealm } from '#server/testing/realm.ts';
import { embeddedSecondFactors } from './factors/second-factors.ts';

let at: TestRealm;
beforeAll(async () => {
  at = await testRealm();
});
afterAll(() => at.close());
// A code, and a lock, last half a minute.
beforeEach(() => at.stopClock());

/** The code an authenticator app shows at the realm's time. */
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.kernel.clock.now().getTime() });
const nextStep = (): void => at.pass(30);

/** A person with an authenticator app whose current code is used up. */
const withApp = async (email: string) => {
  const person = await at.person(email);
  const subject = person?.id ?? '';
  const factors = embeddedSecondFactors(at.kernel);
  const { secret } = await factors.beginTotp(subject);
  const codes = (await factors.addTotp(subject, codeOf(secret), 'Phone')) ?? [];
  return { subject, secret, codes, factors };
};

const begin = async (browser: TestBrowser, email: string) => {
  const { url, verifier } = authorizeUrl(at.origin);
  const page = await browser.submit(await browser.open(url), { email, password });
  return { page, verifier };
};
const isSignedIn = (page: Page): boolean => page.url.startsWith(`${at.origin}/signed-in?code=`);

describe('an authenticator app', () => {
  it('is required after the password, and then gives tokens', async () => {
    const { secret } = await withApp('app@example.org');
    nextStep();
    const browser = at.browser();
    const { page, verifier } = await begin(browser, 'app@example.org');
    expect(page.text).toContain('One more step');
    const wrong = await browser.submit(page, { code: '000000' });
    expect([wrong.status, isSignedIn(wrong)]).toEqual([401, false]);
    const done = await browser.submit(wrong, { code: codeOf(secret) });
    expect(isSignedIn(done)).toBe(true);
    expect(decodeJwt((await redeem(at, done.url, verifier)).access_token).email).toBe('app@example.org');
  });

  it('accepts each code once', async () => {
    const { secret } = await withApp('once@example.org');
    nextStep();
    const code = codeOf(secret);
    const [first, second] = [at.browser(), at.browser()];
    const [one, other] = [await begin(first, 'once@example.org'), await begin(second, 'once@example.org')];
    expect(isSignedIn(await first.submit(one.page, { code }))).toBe(true);
    const again = await second.submit(other.page, { code });
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('wrong or was already used')]);
  });

  it('is locked after five wrong codes', async () => {
    const { secret } = await withApp('guess@example.org');
    nextStep();
    const browser = at.browser();
    let { page } = await begin(browser, 'guess@example.org');
    for (let i = 0; i < 5; i += 1) page = await browser.submit(page, { code: '000000' });
    page = await browser.submit(page, { code: codeOf(secret) });
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('Too many failed attempts')]);
    at.pass(31);
    expect(isSignedIn(await browser.submit(page, { code: codeOf(secret) }))).toBe(true);
  });

  it('allows at most five of many concurrent guesses', async () => {
    const { secret } = await withApp('parallel@example.org');
    nextStep();
    const browser = at.browser();
    const { page } = await begin(browser, 'parallel@example.org');
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    const replies = await Promise.all(Array.from({ length: 12 }, () => browser.submit(page, { code: wrong })));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('stores its secret only encrypted', async () => {
    const { secret, subject } = await withApp('sealed@example.org');
    const rows = await at.kernel.db.selectFrom('idp_factors').selectAll().where('user_id', '=', subject).execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('the second step', () => {
  it('accepts a recovery code once', async () => {
    const { codes } = await withApp('recover@example.org');
    expect(codes).toHaveLength(10);
    const code = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    const [first, second] = [at.browser(), at.browser()];
    const { page } = await begin(first, 'recover@example.org');
    expect(isSignedIn(await first.submit(page, { code }))).toBe(true);
    const again = await second.submit((await begin(second, 'recover@example.org')).page, { code });
    expect(isSignedIn(again)).toBe(false);
  });

  it('is reached only with the password, in the same browser', async () => {
    await withApp('skip@example.org');
    const browser = at.browser();
    const { url } = authorizeUrl(at.origin);
    const form = await browser.open(url);
    const direct = await browser.open(`${new URL(form.url).pathname}/second`);
    expect([direct.status, direct.text]).toEqual([400, expect.stringContaining('expired')]);
    const { page } = await begin(browser, 'skip@example.org');
    expect((await at.browser().open(new URL(page.url).pathname)).status).toBe(400);
  });

  it('cannot be bypassed by setting up another factor, or by finishing a set-up that was not started', async () => {
    await withApp('around@example.org');
    const browser = at.browser();
    const { page } = await begin(browser, 'around@example.org');
    const base = new URL(page.url).pathname.replace(/\/second$/, '');
    expect((await browser.open(`${base}/set-up`)).status).toBe(400);
    for (const path of ['set-up', 'set-up-done']) {
      const forged = { ...page, text: page.text.replaceAll(/action="[^"]*"/g, `action="${base}/${path}"`) };
      const reply = await browser.submit(forged, { code: '123456' });
      expect([path, reply.status]).toEqual([path, 400]);
    }
  });

  it('is required again when a recent sign-in is required', async () => {
    const { secret } = await withApp('again@example.org');
    nextStep();
    const browser = at.browser();
    const { page } = await begin(browser, 'again@example.org');
    expect(isSignedIn(await browser.submit(page, { code: codeOf(secret) }))).toBe(true);
    const { url } = authorizeUrl(at.origin, { prompt: 'login', max_age: '0' });
    const reply = await browser.submit(await browser.open(url), { email: 'again@example.org', password });
    expect(reply.text).toContain('One more step');
  });
});

describe('a new password by e-mail', () => {
  it('does not remove the second step', async () => {
    await at.work();
    const { secret } = await withApp('forgot@example.org');
    const resetBrowser = at.browser();
    await resetBrowser.submit(await resetBrowser.open('/realms/skywave/forgot'), { email: 'forgot@example.org' });
    let link: string | undefined;
    while (link === undefined) link = /http\S+\/reset\?token=\S+/.exec((await at.letter()).text ?? '')?.[0];
    const newPassword = 'another horse, another battery';
    const saved = await resetBrowser.submit(await resetBrowser.open(link), { password: newPassword });
    expect(saved.status).toBe(200);
    nextStep();
    const browser = at.browser();
    const form = await browser.open(authorizeUrl(at.origin).url);
    const page = await browser.submit(form, { email: 'forgot@example.org', password: newPassword });
    expect([isSignedIn(page), page.text]).toEqual([false, expect.stringContaining('One more step')]);
    expect(isSignedIn(await browser.submit(page, { code: codeOf(secret) }))).toBe(true);
  });
});

describe('a script', () => {
  it('gets no token with a password until the second factor is removed', async () => {
    const { subject, factors } = await withApp('script@example.org');
    const grant = () =>
      requestToken(at.realm, {
        client_id: 'skywave-cli',
        grant_type: 'password',
        username: 'script@example.org',
        password,
      });
    const reply = await grant();
    expect([reply.status, reply.tokens.error_description]).toEqual([400, expect.stringContaining('second factor')]);
    await factors.removeAll(subject);
    expect((await grant()).status).toBe(200);
  });
});

describe('a required second factor', () => {
  it('is set up right after the password, before any token, and shows its recovery codes once', async () => {
    await at.person('chief@example.org');
    at.requireSecondFactor('chief@example.org');
    const script = { client_id: 'skywave-cli', grant_type: 'password', username: 'chief@example.org', password };
    expect((await requestToken(at.realm, script)).status).toBe(400);
    const browser = at.browser();
    const { page } = await begin(browser, 'chief@example.org');
    expect(page.text).toContain('Set up a second factor');
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
    const wrong = await browser.submit(page, { code: '000000' });
    expect(wrong.text).toContain(/<code>[A-Z2-7 ]+<\/code>/.exec(page.text)?.[0]);
    const done = await browser.submit(wrong, { code: codeOf(secret) });
    expect(done.text).toContain('Save your recovery codes');
    expect(done.text.match(/[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/g)).toHaveLength(10);
    expect(isSignedIn(await browser.submit(done))).toBe(true);
    nextStep();
    const next = await begin(at.browser(), 'chief@example.org');
    expect(next.page.text).toContain('One more step');
  });
});
