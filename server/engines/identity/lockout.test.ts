import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestBrowser } from '#server/testing/browser.ts';
import { requestToken, authorizeUrl, password, testRealm, type TestRealm } from '#server/testing/realm.ts';

let at: TestRealm;
beforeAll(async () => {
  at = await testRealm({ trustedProxies: ['127.0.0.1', '::1'] });
});
afterAll(() => at.close());
// A lock lasts half a minute.
beforeEach(() => at.stopClock());

const from = (address: string) => ({ 'x-forwarded-for': address });
/** The status of this password at the sign-in page; 200 for a successful sign-in. */
const tryPage = async (browser: TestBrowser, email: string, secret: string): Promise<number> => {
  const page = await browser.submit(await browser.open(authorizeUrl(at.origin).url), { email, password: secret });
  return page.url.includes('/signed-in?code=') ? 200 : page.status;
};
const grant = async (address: string, email: string, secret: string): Promise<string> => {
  const fields = { client_id: 'skywave-cli', grant_type: 'password', username: email, password: secret };
  const { tokens, status } = await requestToken(at.realm, fields, from(address));
  return status === 200 ? 'signed in' : (tokens.error_description ?? '');
};

describe('a client that fails too often', () => {
  it('is the only one locked: the right password from another network signs in', async () => {
    await at.person('victim@example.org');
    for (let i = 0; i < 5; i += 1) await grant('198.51.100.7', 'victim@example.org', 'a wrong guess');
    expect(await grant('198.51.100.7', 'victim@example.org', password)).toMatch(/wait/);
    expect(await grant('192.0.2.1', 'victim@example.org', password)).toBe('signed in');
    expect(await tryPage(at.browser(from('192.0.2.1')), 'victim@example.org', password)).toBe(200);
    expect(await grant('198.51.100.7', 'victim@example.org', password)).toMatch(/wait/);
  });

  it('is recognised at every address of its IPv6 network', async () => {
    await at.person('six@example.org');
    for (let i = 0; i < 5; i += 1) await grant(`2001:db8:9::${String(i)}`, 'six@example.org', 'a wrong guess');
    expect(await grant('2001:db8:9::abcd', 'six@example.org', password)).toMatch(/wait/);
    expect(await grant('2001:db8:9:1::1', 'six@example.org', password)).toBe('signed in');
  });

  it('does not lock a known browser in the same network', async () => {
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

  it('is locked in a known browser after failures there', async () => {
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

  it('cannot forge the cookie of a known browser', async () => {
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

it('accepts the right password despite many guesses from everywhere', async () => {
  await at.person('hunted@example.org');
  for (let i = 0; i < 53; i += 1) await grant(`198.18.${String(i)}.1`, 'hunted@example.org', 'a wrong guess');
  expect(await grant('192.0.2.9', 'hunted@example.org', password)).toBe('signed in');
});

it('counts all spellings of an e-mail together', async () => {
  await at.person('spelled@example.org');
  const spellings = ['spelled@example.org', 'Spelled@Example.ORG', ' spelled@example.org ', 'SPELLED@EXAMPLE.ORG'];
  for (let i = 0; i < 5; i += 1) await grant('203.0.113.8', spellings[i % 4] ?? '', 'a wrong guess');
  expect(await grant('203.0.113.8', 'spelled@example.org', password)).toMatch(/wait/);
});

it('lifts every lock after a password reset', async () => {
  await at.work();
  await at.person('forgiven@example.org');
  for (let i = 0; i < 5; i += 1) await grant('203.0.113.9', 'forgiven@example.org', 'a wrong guess');
  const browser = at.browser(from('203.0.113.9'));
  await browser.submit(await browser.open('/realms/skywave/forgot'), { email: 'forgiven@example.org' });
  const link = /http\S+token=\S+/.exec((await at.letter()).text ?? '')?.[0] ?? '';
  await browser.submit(await browser.open(link), { password: 'the words of the owner' });
  expect(await grant('203.0.113.9', 'forgiven@example.org', 'the words of the owner')).toBe('signed in');
});
