import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey } from '#contract/keys.ts';
import { domainOf } from '#contract/site-domain.ts';
import type { Site, SiteContent } from '#contract/site.ts';
import { sites } from '#contract/sites.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { siteDraft } from '#server/testing/site-fixtures.ts';
import { checkDueDomains } from './domains.service.ts';
import { dnsResolver } from './resolver.ts';
import { localDns } from './testing/dns-server.ts';

const noon = Date.parse('2026-11-27T12:00:00Z');
let now = noon;
let portal: TestPortal;
let zone: Awaited<ReturnType<typeof localDns>>;
beforeAll(async () => {
  zone = await localDns();
  portal = await testPortal({ dns: dnsResolver([zone.address]), clock: { now: () => new Date(now) } });
});
afterAll(async () => {
  await portal.close();
  await zone.close();
});
beforeEach(() => {
  now = noon;
  zone.state.breaks = false;
});

type Owner = { client: TestClient; account: AccountKey; params: { id: AccountKey } };
let number = 0;
/** An owner with a public site, and a domain that nobody else uses. */
const owner = async (draft: Partial<SiteContent> = {}): Promise<Owner & { domain: string }> => {
  const account = await portal.make.account({ plan: 'prime', company: `Harbour ${++number}` });
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  const client = await portal.as(person);
  const params = { id: account };
  const about = { path: 'about', title: 'About', blocks: [] };
  const content = siteDraft({ pages: [...siteDraft().pages, about], ...draft });
  const { slug } = await client.ok(sites.get, { params });
  const { revision } = await client.ok(sites.save, { params, body: { revision: 0, slug, draft: content } });
  await client.ok(sites.publish, { params, body: { revision } });
  return { client, account, params, domain: `www.harbour${number}.example` };
};
const add = ({ client, params }: Owner, domain: string) => client.ok(sites.addDomain, { params, body: { domain } });
const check = ({ client, params }: Owner, domain: string) =>
  client.ok(sites.checkDomain, { params: { ...params, domain } });
const stateOf = ({ domains }: Site, domain: string) => domains.find((one) => one.domain === domain);
const tokenIn = (site: Site, domain: string) =>
  stateOf(site, domain)?.records.find(({ type }) => type === 'TXT')?.value ?? '';
/** Creates the records that a site asks for, as its owner would. */
const prove = (site: Site, domain: string): void => {
  zone.set(`_radio-verify.${domain}`, { TXT: ['something else', tokenIn(site, domain)] });
  zone.set(domain, { CNAME: 'portal.test' });
};
const connected = async (at: Owner & { domain: string }): Promise<Site> => {
  prove(await add(at, at.domain), at.domain);
  return await check(at, at.domain);
};

/** A request with this Host header, which `fetch` would not send. */
const get = (host: string, path = '/', more: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }>(
    (settle, fail) => {
      const asked = request(`${portal.url}${path}`, { method, headers: { host, ...more } }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () => settle({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
      });
      asked.on('error', fail).end();
    },
  );

describe('a domain', () => {
  test('is connected by a TXT and a CNAME record, and then shows the site', async () => {
    const at = await owner();
    const { domain } = at;
    const added = await add(at, `${domain.toUpperCase()}.`);
    expect(stateOf(added, domain)).toMatchObject({ state: 'pending', problems: ['txtMissing', 'cnameMissing'] });
    expect((await get(domain)).status).toBe(421);
    zone.set(`_radio-verify.${domain}`, { TXT: ['radio-verify=another'] });
    zone.set(domain, { CNAME: 'elsewhere.example', A: ['192.0.2.9'] });
    expect(stateOf(await check(at, domain), domain)?.problems).toEqual(['txtWrong', 'cnameWrong']);
    prove(added, domain);
    const site = await check(at, domain);
    expect(stateOf(site, domain)).toMatchObject({ state: 'verified', problems: [] });
    expect(site.url).toBe(`http://${domain}`);
    const { status, text, headers } = await get(domain);
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="http://${domain}"`);
    expect(text).toContain('href="/about"');
    expect(headers['set-cookie']).toBeUndefined();
    expect((await get(`${domain}:8080`, '/about')).text).toContain('<h1>About</h1>');
    // The address at the portal says which is the right one.
    const atPortal = await fetch(`${portal.url}/sites/${site.slug}`);
    expect(await atPortal.text()).toContain(`<link rel="canonical" href="http://${domain}"`);
  });

  test('without a label in front is connected by the addresses of the portal', async () => {
    const at = await owner();
    const domain = `harbour${number}.example`;
    const added = await add(at, domain);
    zone.set('portal.test', { A: ['192.0.2.1', '192.0.2.2'] });
    zone.set(`_radio-verify.${domain}`, { TXT: [tokenIn(added, domain)] });
    zone.set(domain, { A: ['192.0.2.2'] });
    expect(stateOf(await check(at, domain), domain)).toMatchObject({ state: 'verified' });
  });

  test('belongs to one account: to who proved it, until it is removed', async () => {
    const [one, two] = [await owner(), await owner()];
    const { domain } = one;
    // Claiming it does not keep others from proving it.
    await add(two, domain);
    const site = await connected(one);
    expect(stateOf(site, domain)?.state).toBe('verified');
    const refused = await two.client.call(sites.addDomain, { params: two.params, body: { domain } });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'site.domainInUse' } } });
    expect(stateOf(await check(two, domain), domain)).toMatchObject({ state: 'pending', problems: ['txtWrong'] });
    // Even with both tokens in the zone, the first keeps it.
    const own = await two.client.ok(sites.get, { params: two.params });
    zone.set(`_radio-verify.${domain}`, { TXT: [tokenIn(site, domain), tokenIn(own, domain)] });
    expect(stateOf(await check(two, domain), domain)?.state).toBe('pending');
    expect((await get(domain)).text).toContain(`/theme/`);
    await one.client.ok(sites.removeDomain, { params: { ...one.params, domain } });
    expect((await get(domain)).status).toBe(421);
    expect(stateOf(await check(two, domain), domain)?.state).toBe('verified');
  });

  test.each(['portal.test', 'www.portal.test', 'stream.test'])('of the portal can not be claimed: %s', async (domain) => {
    const { client, params } = await owner();
    const reply = await client.call(sites.addDomain, { params, body: { domain } });
    expect(reply.json.error.code).toBe('site.domainReserved');
  });

  test.each(['localhost', '127.0.0.1', '[::1]', '2130706433', 'a b.example', 'x.example/y', 'x.example:80', '-x.example', ''])(
    'is refused if it is none: “%s”',
    async (domain) => {
      const { client, params } = await owner();
      const reply = await client.call(sites.addDomain, { params, body: { domain } });
      expect(reply).toMatchObject({ status: 400, json: { error: { code: 'request.invalid' } } });
    },
  );

  test('needs a plan that includes it', async () => {
    const account = await portal.make.account({ plan: 'starter' });
    const person = await portal.make.person();
    await portal.make.accountMember(account, person, 'owner');
    const client = await portal.as(person);
    const params = { id: account };
    expect((await client.ok(sites.get, { params })).may_use_domains).toBe(false);
    const reply = await client.call(sites.addDomain, { params, body: { domain: 'www.starter.example' } });
    expect(reply.json.error.code).toBe('plan.featureMissing');
  });

  test('is served for one more day when its records are gone, then lost, and comes back with them', async () => {
    const at = await owner();
    const { domain } = at;
    const site = await connected(at);
    const due = async (hours: number) => {
      now += hours * 3_600_000;
      await checkDueDomains({ ...portal.kernel, dns: dnsResolver([zone.address]) });
      return stateOf(await at.client.ok(sites.get, { params: at.params }), domain);
    };
    zone.remove(domain);
    expect(await due(24)).toMatchObject({ state: 'failing', problems: ['cnameMissing'] });
    expect((await get(domain)).status).toBe(200);
    expect(await due(23)).toMatchObject({ state: 'failing' });
    const lost = await due(2);
    expect(lost).toMatchObject({ state: 'lost', served_until: null });
    expect((await get(domain)).status).toBe(421);
    expect((await at.client.ok(sites.get, { params: at.params })).url).toContain('/sites/');
    prove(site, domain);
    expect(await due(24)).toMatchObject({ state: 'verified' });
  });

  test('stays as it is while no DNS server answers', async () => {
    const at = await owner();
    await connected(at);
    zone.state.breaks = true;
    expect(stateOf(await check(at, at.domain), at.domain)).toMatchObject({ state: 'verified', problems: ['dnsFailed'] });
  });
});

describe('at the domain', () => {
  test('nothing of the portal is reached but what the pages need', async () => {
    const at = await owner();
    await connected(at);
    for (const path of ['/v1/users/me', '/api', '/docs', '/realms/skywave/account', '/nothing-here', '/sites/other'])
      expect([path, (await get(at.domain, path)).status]).toEqual([path, 404]);
    expect((await get(at.domain, '/', {}, 'POST')).status).toBe(405);
    const moved = await get(at.domain, '/radio/someone-else');
    expect([moved.status, moved.headers['location']]).toEqual([302, 'http://portal.test/radio/someone-else']);
    const css = /href="(\/embed\/assets\/[^"]+page\.css)"/.exec((await get(at.domain)).text)?.[1] ?? '';
    expect((await get(at.domain, css)).status).toBe(200);
  });

  test('robots.txt and sitemap.xml name its pages, ads.txt unites all stations', async () => {
    const at = await owner({ ads_txt: 'own.example, 7, DIRECT\nnot a record' });
    const [one, two] = [await portal.make.station(at.account), await portal.make.station(at.account)];
    const lines = ['a.example, 1, DIRECT\nb.example, 2, RESELLER', '# note\nB.example,2,reseller\nc.example, 3, DIRECT, f08c'];
    const { db } = portal.kernel;
    for (const [i, key] of [one, two].entries())
      await db.updateTable('stations').set({ ads_txt: lines[i]!, name: `Radio ${i}` }).where('key', '=', key).execute();
    await connected(at);
    const expected = [
      ...[`OWNERDOMAIN=${at.domain}`, 'MANAGERDOMAIN=portal.test'],
      ...['a.example, 1, DIRECT', 'b.example, 2, RESELLER', 'c.example, 3, DIRECT, f08c', 'own.example, 7, DIRECT', ''],
    ].join('\n');
    for (const path of ['/ads.txt', '/app-ads.txt']) expect((await get(at.domain, path)).text).toBe(expected);
    const seen = await at.client.ok(sites.adsTxt, { params: at.params });
    expect(seen).toMatchObject({ text: expected, sellers: 4, problems: [] });
    expect((await get(at.domain, '/robots.txt')).text).toContain(`Sitemap: http://${at.domain}/sitemap.xml`);
    const sitemap = (await get(at.domain, '/sitemap.xml')).text;
    for (const path of ['', '/about']) expect(sitemap).toContain(`<loc>http://${at.domain}${path}</loc>`);
  });

  test('there is no ads.txt without sellers, as an empty one forbids all', async () => {
    const at = await owner();
    await connected(at);
    expect((await get(at.domain, '/ads.txt')).status).toBe(404);
  });
});

describe('by the Host header', () => {
  test.each(['evil.example', 'portal.test.evil.example', 'portal.test@evil.example', 'a.example, portal.test', 'x_y.example'])(
    'a name that no site has proved is refused: %s',
    async (host) => {
      const { status, text, headers } = await get(host);
      expect([400, 421]).toContain(status);
      expect(text).not.toContain(host);
      expect(headers['location']).toBeUndefined();
    },
  );

  test.each(['portal.test', 'PORTAL.TEST.', 'portal.test:8080', '127.0.0.1', '[::1]:80', 'localhost:3000', 'portal-1', 'web.local'])(
    'the portal is reached by its own name, and by private ones: %s',
    async (host) => expect((await get(host, '/robots.txt')).text).toContain('http://portal.test/sitemap.xml'),
  );

  test('no page repeats the name of the request', async () => {
    const at = await owner();
    const { slug } = await connected(at);
    const { text } = await get('127.0.0.1:1234', `/sites/${slug}`);
    expect(text).not.toContain('127.0.0.1:1234');
    const forwarded = await get(at.domain, '/', { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' });
    expect(forwarded.text).not.toContain('evil.example');
  });

  test('load balancers may ask for health by any name', async () => {
    expect((await get('evil.example', '/healthz')).status).toBe(200);
  });
});

test('certificates are issued only for domains that show a site, and only this machine and the operator may ask', async () => {
  const at = await owner();
  const { domain } = at;
  await add(at, domain);
  const ask = async (name: string, headers: Record<string, string> = {}) =>
    (await get('127.0.0.1', `/internal/domains/ask?domain=${encodeURIComponent(name)}`, headers)).status;
  expect(await ask(domain)).toBe(404);
  await connected(at);
  expect(await ask(domain)).toBe(200);
  for (const name of ['portal.test', 'evil.example', '', '*.example', `${domain}.evil.example`, '../x'])
    expect([name, await ask(name)]).toEqual([name, 404]);
  expect(await ask(domain, { 'x-forwarded-for': '192.0.2.7' })).toBe(404);
  expect(await ask(domain, { 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer test' })).toBe(200);
});

test.each([
  ['Müller.Example', 'xn--mller-kva.example'],
  [' www.example.com. ', 'www.example.com'],
  ['0x7f.1', undefined],
  ['example', undefined],
  ['a..example', undefined],
  [`${'a'.repeat(64)}.example`, undefined],
])('the domain of “%s” is %s', (written, expected) => expect(domainOf(written)).toBe(expected));
