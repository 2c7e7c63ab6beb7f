import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unescapeHtml, type Page, type TestBrowser } from '#server/testing/browser.ts';
import { requestToken, authorizeUrl, password, testRealm, type TestRealm } from '#server/testing/realm.ts';

let at: TestRealm;
beforeAll(async () => {
  at = await testRealm();
  await at.work();
});
afterAll(() => at.close());

const register = async (browser: TestBrowser, email: string): Promise<Page> =>
  browser.submit(await browser.open('/realms/skywave/register'), {
    first_name: 'Grace',
    last_name: 'Hopper',
    email,
    password,
  });
const linkIn = (text: string | undefined): string => /http\S+token=\S+/.exec(text ?? '')?.[0] ?? '';
const grant = (email: string) =>
  requestToken(at.realm, { client_id: 'skywave-cli', grant_type: 'password', username: email, password });

describe('registration started from a page of the portal', () => {
  /** Registers from the sign-in page and confirms the e-mailed link in another browser. */
  const confirmFor = async (returnTo: string, email: string): Promise<Page> => {
    const browser = at.browser();
    const signIn = await browser.open(authorizeUrl(at.origin, { return_to: returnTo }).url);
    const toRegister = unescapeHtml(/href="([^"]*register[^"]*)"/.exec(signIn.text)?.[1] ?? '');
    const values = { first_name: 'Grace', last_name: 'Hopper', email, password };
    await browser.submit(await browser.open(toRegister), values);
    const elsewhere = at.browser();
    return elsewhere.submit(await elsewhere.open(linkIn((await at.letter()).text)), values);
  };

  it('returns to that page, even in another browser', async () => {
    const done = await confirmFor('/invitations/a-secret?x=1', 'invited@example.org');
    expect(unescapeHtml(done.text)).toContain(`href="${at.origin}/invitations/a-secret?x=1"`);
  });

  it.each(['https://evil.test/', '//evil.test/', '/\\\\evil.test', 'javascript:alert(1)', '/a\nb'])(
    'never redirects to %j',
    async (address) => {
      const email = `evil${String(address.length)}${address.charCodeAt(1)}@example.org`;
      const done = await confirmFor(address, email);
      expect(done.text).toContain('Your e-mail is confirmed');
      expect(done.text).toContain(`href="${at.origin}/"`);
      expect(done.text).not.toMatch(/evil\.test|javascript|href="[^"]*\n/);
    },
  );
});

describe('registration by invitation only', () => {
  const invite = async (email: string, fields: { state?: 'withdrawn'; expires_at?: Date } = {}): Promise<void> => {
    const expires_at = new Date(Date.now() + 7 * 24 * 3600 * 1000);
    await at.kernel.db
      .insertInto('invitations')
      .values({ id: email, token_hash: email, scope: 'portal', email, role: 'admin', expires_at, ...fields })
      .execute();
  };
  beforeAll(() => at.admit('invited'));
  afterAll(() => at.admit('everyone'));

  it('shows the same page to everyone, and tells uninvited people only by e-mail', async () => {
    expect((await at.browser().open('/realms/skywave/register')).text).toContain('by invitation only');
    await invite('invitee@example.org');
    await invite('withdrawn@example.org', { state: 'withdrawn' });
    await invite('late@example.org', { expires_at: new Date(0) });
    const strip = (page: Page) => page.text.replace(/value="[^"]*"/g, '').replaceAll(/\w+@example/g, '@');
    const invited = await register(at.browser(), 'Invitee@example.org');
    expect(await at.letter()).toMatchObject({ subject: 'Confirm your e-mail for Skywave' });
    for (const email of ['stranger@example.org', 'withdrawn@example.org', 'late@example.org']) {
      const page = await register(at.browser(), email);
      expect(strip(page)).toBe(strip(invited));
      expect(await at.letter()).toMatchObject({ subject: 'Registration at Skywave is by invitation only' });
    }
  });

  it('checks the invitation again on confirmation', async () => {
    await invite('changed@example.org');
    const browser = at.browser();
    await register(browser, 'changed@example.org');
    const link = linkIn((await at.letter()).text);
    await at.kernel.db
      .updateTable('invitations')
      .set({ state: 'withdrawn' })
      .where('id', '=', 'changed@example.org')
      .execute();
    const page = await browser.submit(await browser.open(link));
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('by invitation only')]);
    expect((await grant('changed@example.org')).status).toBe(400);
  });
});
