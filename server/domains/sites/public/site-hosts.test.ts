import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sites } from '#contract/api/sites.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { dnsResolver } from '../domains/resolver.ts';
import { localDns, type LocalDns } from '../domains/testing/dns-server.ts';
import { domainRig } from '../testing/domain-rig.ts';

let portal: TestPortal;
let zone: LocalDns;
let rig: ReturnType<typeof domainRig>;
beforeAll(async () => {
  zone = await localDns();
  portal = await testPortal({ dns: dnsResolver([zone.address]) });
  rig = domainRig(portal, zone);
});
afterAll(async () => {
  await portal.close();
  await zone.close();
});

describe('at the domain', () => {
  test('nothing of the portal is reached but what the pages need', async () => {
    const at = await rig.owner();
    await rig.connected(at);
    for (const path of ['/v1/users/me', '/api', '/docs', '/realms/skywave/account', '/nothing-here', '/sites/other'])
      expect([path, (await rig.get(at.domain, path)).status]).toEqual([path, 404]);
    expect((await rig.get(at.domain, '/', {}, 'POST')).status).toBe(404);
    expect((await rig.get(at.domain, '/v1/accounts', {}, 'POST')).status).toBe(405);
    const moved = await rig.get(at.domain, '/radio/someone-else');
    expect([moved.status, moved.headers['location']]).toEqual([302, 'http://portal.test/radio/someone-else']);
    const css = /href="(\/embed\/assets\/[^"]+page\.css)"/.exec((await rig.get(at.domain)).text)?.[1] ?? '';
    expect((await rig.get(at.domain, css)).status).toBe(200);
  });

  test('robots.txt and sitemap.xml name its pages, ads.txt unites all stations', async () => {
    const at = await rig.owner({ ads_txt: 'own.example, 7, DIRECT\nnot a record' });
    const [one, two] = [await portal.make.station(at.account), await portal.make.station(at.account)];
    const lines = [
      'a.example, 1, DIRECT\nb.example, 2, RESELLER',
      '# note\nB.example,2,reseller\nc.example, 3, DIRECT, f08c',
    ];
    const { db } = portal.kernel;
    for (const [i, key] of [one, two].entries())
      await db
        .updateTable('stations')
        .set({ ads_txt: lines[i]!, name: `Radio ${i}` })
        .where('key', '=', key)
        .execute();
    await rig.connected(at);
    const expected = [
      ...[`OWNERDOMAIN=${at.domain}`, 'MANAGERDOMAIN=portal.test'],
      ...['a.example, 1, DIRECT', 'b.example, 2, RESELLER', 'c.example, 3, DIRECT, f08c', 'own.example, 7, DIRECT', ''],
    ].join('\n');
    for (const path of ['/ads.txt', '/app-ads.txt']) expect((await rig.get(at.domain, path)).text).toBe(expected);
    const seen = await at.client.ok(sites.adsTxt, { params: at.params });
    expect(seen).toMatchObject({ text: expected, sellers: 4, problems: [] });
    expect((await rig.get(at.domain, '/robots.txt')).text).toContain(`Sitemap: http://${at.domain}/sitemap.xml`);
    const sitemap = (await rig.get(at.domain, '/sitemap.xml')).text;
    for (const path of ['', '/about']) expect(sitemap).toContain(`<loc>http://${at.domain}${path}</loc>`);
  });

  test('there is no ads.txt without sellers, as an empty one forbids all', async () => {
    const at = await rig.owner();
    await rig.connected(at);
    expect((await rig.get(at.domain, '/ads.txt')).status).toBe(404);
  });
});

describe('by the Host header', () => {
  test.each([
    'evil.example',
    'portal.test.evil.example',
    'portal.test@evil.example',
    'a.example, portal.test',
    'x_y.example',
  ])('a name that no site has proved is refused: %s', async (host) => {
    const { status, text, headers } = await rig.get(host);
    expect([400, 421]).toContain(status);
    expect(text).not.toContain(host);
    expect(headers['location']).toBeUndefined();
  });

  test.each([
    'portal.test',
    'PORTAL.TEST.',
    'portal.test:8080',
    '127.0.0.1',
    '[::1]:80',
    'localhost:3000',
    'portal-1',
    'web.local',
  ])('the portal is reached by its own name, and by private ones: %s', async (host) =>
    expect((await rig.get(host, '/robots.txt')).text).toContain('http://portal.test/sitemap.xml'),
  );

  test('no page repeats the name of the request', async () => {
    const at = await rig.owner();
    const { slug } = await rig.connected(at);
    const { text } = await rig.get('127.0.0.1:1234', `/sites/${slug}`);
    expect(text).not.toContain('127.0.0.1:1234');
    const forwarded = await rig.get(at.domain, '/', {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    });
    expect(forwarded.text).not.toContain('evil.example');
  });

  test('load balancers may ask for health by any name', async () => {
    expect((await rig.get('evil.example', '/healthz')).status).toBe(200);
  });
});

test('certificates are issued only for domains that show a site, and only this machine and the operator may ask', async () => {
  const at = await rig.owner();
  const { domain } = at;
  await rig.add(at, domain);
  const ask = async (name: string, headers: Record<string, string> = {}) =>
    (await rig.get('127.0.0.1', `/internal/domains/ask?domain=${encodeURIComponent(name)}`, headers)).status;
  expect(await ask(domain)).toBe(404);
  await rig.connected(at);
  expect(await ask(domain)).toBe(200);
  for (const name of ['portal.test', 'evil.example', '', '*.example', `${domain}.evil.example`, '../x'])
    expect([name, await ask(name)]).toEqual([name, 404]);
  expect(await ask(domain, { 'x-forwarded-for': '192.0.2.7' })).toBe(404);
  expect(await ask(domain, { 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer test' })).toBe(200);
});
