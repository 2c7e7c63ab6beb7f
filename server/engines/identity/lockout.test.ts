import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestBrowser } from '#server/testing/browser.ts';
import { askToken, authorizeUrl, password, testRealm, type TestRealm } from '#server/testing/realm.ts';

let at: TestRealm;
beforeAll(async () => {
  at = await testRealm({ trustedProxies: ['127.0.0.1', '::1'] });
});
afterAll(() => at.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
/** The answer to this password at the sign-in page; 200 stands for a sign-in. */
const tryPage = async (browser: TestBrowser, email: string, given: string): Promise<number> => {
  const page = await browser.submit(await browser.open(authorizeUrl(at.origin).url), { email, password: given });
  return page.url.includes('/signed-in?code=') ? 200 : page.status;
};
const grant = async (address: string, email: string, given: string): Promise<string> => {
  const fields = { client_id: 'skywave-cli', grant_type: 'password', username: email, password: given };
  const { tokens, status } = await askToken(at.realm, fields, from(address));
  return status === 200 ? 'signed in' : (tokens.error_description ?? '');
};

describe('a client that fails too often', () => {
  it('is locked alone: the right password from another network signs in', async () => {
    await at.person('victim@example.org');
    for (let i = 0; i < 5; i += 1) await grant('198.51.100.7', 'victim@example.org', 'a wrong guess');
    expect(await grant('198.51.100.7', 'victim@example.org', password)).toMatch(/wait/);
    expect(await grant('192.0.2.1', 'victim@example.org', password)).toBe('signed in');
    expect(await tryPage(at.browser(from('192.0.2.1')), 'victim@example.org', password)).toBe(200);
    expect(await grant('198.51.100.7', 'victim@example.org', password)).toMatch(/wait/);
  });

  it('is the same one at every address of its IPv6 network', async () => {
    await at.person('six@example.org');
    for (let i = 0; i < 5; i += 1) await grant(`2001:db8:9::${String(i)}`, 'six@example.org', 'a wrong guess');
    expect(await grant('2001:db8:9::abcd', 'six@example.org', password)).toMatch(/wait/);
    expect(await grant('2001:db8:9:1::1', 'six@example.org', password)).toBe('signed in');
  });

  it('does not lock a browser at the same network in which the person signed in before', async () => {
    await at.person('home@example.org');
    const known = at.browser(from('203.0.113.5'));
    const page = await known.open(authorizeUrl(at.origin, { prompt: 'login' }).url);
    await known.submit(page, { email: 'home@example.org', password });
    for (let i = 0; i < 5; i += 1) await grant('203.0.113.5', 'home@example.org', 'a wrong guess');
    expect(await tryPage(at.browser(from('203.0.113.5')), 'home@example.org', password)).toBe(429);
    const again = await known.open(authorizeUrl(at.origin, { prompt: 'login' }).url);
    const done = await known.submit(again, { email: 'home@example.org', password });
    expect(done.url).toContain('/signed-in?code=');
  });

  it('is locked as well in a browser that is known, after failures of its own', async () => {
    await at.person('lost@example.org');
    const known = at.browser(from('203.0.113.6'));
    const login = () => known.open(authorizeUrl(at.origin, { prompt: 'login' }).url);
    await known.submit(await login(), { email: 'lost@example.org', password });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const page = await known.submit(await login(), { email: 'lost@example.org', password: 'a wrong guess' });
      statuses.push(page.status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('cannot claim to be known by a cookie of its own', async () => {
    await at.person('claimed@example.org');
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const browser = at.browser(from('203.0.113.7'));
      browser.cookies.set('x', {
        name: 'skywave_browser',
        value: String(i).padStart(24, 'x'),
        path: '/realms/skywave/',
      });
      statuses.push(await tryPage(browser, 'claimed@example.org', 'a wrong guess'));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

it('lets the right password in however many guesses come from everywhere', async () => {
  await at.person('hunted@example.org');
  for (let i = 0; i < 53; i += 1) await grant(`198.18.${String(i)}.1`, 'hunted@example.org', 'a wrong guess');
  expect(await grant('192.0.2.9', 'hunted@example.org', password)).toBe('signed in');
});

it('counts spellings of one address together', async () => {
  await at.person('spelled@example.org');
  const spellings = ['spelled@example.org', 'Spelled@Example.ORG', ' spelled@example.org ', 'SPELLED@EXAMPLE.ORG'];
  for (let i = 0; i < 5; i += 1) await grant('203.0.113.8', spellings[i % 4] ?? '', 'a wrong guess');
  expect(await grant('203.0.113.8', 'spelled@example.org', password)).toMatch(/wait/);
});

it('ends every lock with a new password by e-mail', async () => {
  await at.work();
  await at.person('forgiven@example.org');
  for (let i = 0; i < 5; i += 1) await grant('203.0.113.9', 'forgiven@example.org', 'a wrong guess');
  const browser = at.browser(from('203.0.113.9'));
  await browser.submit(await browser.open('/realms/skywave/forgot'), { email: 'forgiven@example.org' });
  const link = /http\S+token=\S+/.exec((await at.letter()).text ?? '')?.[0] ?? '';
  await browser.submit(await browser.open(link), { password: 'the words of the owner' });
  expect(await grant('203.0.113.9', 'forgiven@example.org', 'the words of the owner')).toBe('signed in');
});
