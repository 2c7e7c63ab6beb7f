import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { domainOf } from '#contract/api/site-domain.ts';
import { sites } from '#contract/api/sites.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { domainRig, stateOf, tokenIn } from '../testing/domain-rig.ts';
import { checkDueDomains } from './domains.service.ts';
import { dnsResolver } from './resolver.ts';
import { localDns, type LocalDns } from './testing/dns-server.ts';

const noon = Date.parse('2026-11-27T12:00:00Z');
let now = noon;
let portal: TestPortal;
let zone: LocalDns;
let rig: ReturnType<typeof domainRig>;
beforeAll(async () => {
  zone = await localDns();
  portal = await testPortal({ dns: dnsResolver([zone.address]), clock: { now: () => new Date(now) } });
  rig = domainRig(portal, zone);
});
afterAll(async () => {
  await portal.close();
  await zone.close();
});
beforeEach(() => {
  now = noon;
  zone.state.breaks = false;
});

describe('a domain', () => {
  test('is connected by a TXT and a CNAME record, and then shows the site', async () => {
    const at = await rig.owner();
    const { domain } = at;
    const added = await rig.add(at, `${domain.toUpperCase()}.`);
    expect(stateOf(added, domain)).toMatchObject({ state: 'pending', problems: ['txtMissing', 'cnameMissing'] });
    expect((await rig.get(domain)).status).toBe(421);
    zone.set(`_radio-verify.${domain}`, { TXT: ['radio-verify=another'] });
    zone.set(domain, { CNAME: 'elsewhere.example', A: ['192.0.2.9'] });
    expect(stateOf(await rig.check(at, domain), domain)?.problems).toEqual(['txtWrong', 'cnameWrong']);
    rig.prove(added, domain);
    const site = await rig.check(at, domain);
    expect(stateOf(site, domain)).toMatchObject({ state: 'verified', problems: [] });
    expect(site.url).toBe(`http://${domain}`);
    const { status, text, headers } = await rig.get(domain);
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="http://${domain}"`);
    expect(text).toContain('href="/about"');
    expect(headers['set-cookie']).toBeUndefined();
    expect((await rig.get(`${domain}:8080`, '/about')).text).toContain('<h1>About</h1>');
    // The address at the portal says which is the right one.
    const atPortal = await fetch(`${portal.url}/sites/${site.slug}`);
    expect(await atPortal.text()).toContain(`<link rel="canonical" href="http://${domain}"`);
  });

  test('without a label in front is connected by the addresses of the portal', async () => {
    const at = await rig.owner();
    const domain = at.domain.replace('www.', '');
    const added = await rig.add(at, domain);
    zone.set('portal.test', { A: ['192.0.2.1', '192.0.2.2'] });
    zone.set(`_radio-verify.${domain}`, { TXT: [tokenIn(added, domain)] });
    zone.set(domain, { A: ['192.0.2.2'] });
    expect(stateOf(await rig.check(at, domain), domain)).toMatchObject({ state: 'verified' });
  });

  test('belongs to one account: to who proved it, until it is removed', async () => {
    const [one, two] = [await rig.owner(), await rig.owner()];
    const { domain } = one;
    // Claiming it does not keep others from proving it.
    await rig.add(two, domain);
    const site = await rig.connected(one);
    expect(stateOf(site, domain)?.state).toBe('verified');
    const refused = await two.client.call(sites.addDomain, { params: two.params, body: { domain } });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'site.domainInUse' } } });
    expect(stateOf(await rig.check(two, domain), domain)).toMatchObject({ state: 'pending', problems: ['txtWrong'] });
    // Even with both tokens in the zone, the first keeps it.
    const own = await two.client.ok(sites.get, { params: two.params });
    zone.set(`_radio-verify.${domain}`, { TXT: [tokenIn(site, domain), tokenIn(own, domain)] });
    expect(stateOf(await rig.check(two, domain), domain)?.state).toBe('pending');
    expect((await rig.get(domain)).text).toContain(`/theme/`);
    await one.client.ok(sites.removeDomain, { params: { ...one.params, domain } });
    expect((await rig.get(domain)).status).toBe(421);
    expect(stateOf(await rig.check(two, domain), domain)?.state).toBe('verified');
  });

  test.each(['portal.test', 'www.portal.test', 'stream.test'])(
    'of the portal can not be claimed: %s',
    async (domain) => {
      const { client, params } = await rig.owner();
      const reply = await client.call(sites.addDomain, { params, body: { domain } });
      expect(reply.json.error.code).toBe('site.domainReserved');
    },
  );

  test.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '2130706433',
    'a b.example',
    'x.example/y',
    'x.example:80',
    '-x.example',
    '',
  ])('is refused if it is none: “%s”', async (domain) => {
    const { client, params } = await rig.owner();
    const reply = await client.call(sites.addDomain, { params, body: { domain } });
    expect(reply).toMatchObject({ status: 400, json: { error: { code: 'request.invalid' } } });
  });

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
    const at = await rig.owner();
    const { domain } = at;
    const site = await rig.connected(at);
    const due = async (hours: number) => {
      now += hours * 3_600_000;
      await checkDueDomains({ ...portal.kernel, dns: dnsResolver([zone.address]) });
      return stateOf(await at.client.ok(sites.get, { params: at.params }), domain);
    };
    zone.remove(domain);
    expect(await due(24)).toMatchObject({ state: 'failing', problems: ['cnameMissing'] });
    expect((await rig.get(domain)).status).toBe(200);
    expect(await due(23)).toMatchObject({ state: 'failing' });
    const lost = await due(2);
    expect(lost).toMatchObject({ state: 'lost', served_until: null });
    expect((await rig.get(domain)).status).toBe(421);
    expect((await at.client.ok(sites.get, { params: at.params })).url).toContain('/sites/');
    rig.prove(site, domain);
    expect(await due(24)).toMatchObject({ state: 'verified' });
  });

  test('stays as it is while no DNS server answers', async () => {
    const at = await rig.owner();
    await rig.connected(at);
    zone.state.breaks = true;
    expect(stateOf(await rig.check(at, at.domain), at.domain)).toMatchObject({
      state: 'verified',
      problems: ['dnsFailed'],
    });
  });
});

test.each([
  ['Müller.Example', 'xn--mller-kva.example'],
  [' www.example.com. ', 'www.example.com'],
  ['0x7f.1', undefined],
  ['example', undefined],
  ['a..example', undefined],
  [`${'a'.repeat(64)}.example`, undefined],
])('the domain of “%s” is %s', (written, expected) => expect(domainOf(written)).toBe(expected));
