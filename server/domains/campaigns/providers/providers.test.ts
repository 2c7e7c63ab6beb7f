import { afterAll, beforeAll, expect, test } from 'vitest';
import { adProviders, type NewAdProvider } from '#contract/api/ad-providers.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { inlineVast, vastServer, type VastServer } from '../testing/vast-server.ts';

let portal: TestPortal;
let server: VastServer;
let admin: TestClient;
let owner: TestClient;
let account: AccountKey;

beforeAll(async () => {
  server = await vastServer();
  const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
  portal = await testPortal({ outbound });
  admin = await portal.as(await portal.make.person({ admin: true }));
  account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
  await admin.ok(campaigns.enable, { params: { id: account }, body: { enabled: true } });
});
afterAll(async () => {
  await portal.close();
  server.close();
});

const params = () => ({ params: { id: account } });
const body = (over: Partial<NewAdProvider> = {}) => ({
  ...{ name: 'Exchange', tagUrl: `${server.url}/tag` },
  ...over,
});
const codeOf = ({ status, text }: { status: number; text: string }): string =>
  `${String(status)} ${(JSON.parse(text) as { error: { code: string } }).error.code}`;

test('an account has its own ad servers, off and outside Europe unless it says so', async () => {
  const made = await owner.ok(adProviders.create, { ...params(), body: body() });
  expect(made).toMatchObject({ name: 'Exchange', shared: false, enabled: false, consent: 'outsideEurope', usedBy: 0 });
  expect(codeOf(await owner.call(adProviders.create, { ...params(), body: body({ name: 'exchange' }) }))).toBe(
    '409 adProvider.exists',
  );
  const change = { params: { id: account, providerId: made.id }, body: body({ name: 'Market', enabled: true }) };
  expect(await owner.ok(adProviders.change, change)).toMatchObject({ name: 'Market', enabled: true });
  expect(await owner.ok(adProviders.list, params())).toMatchObject([{ id: made.id, name: 'Market' }]);
  const other = { params: { id: await portal.make.account(), providerId: made.id }, body: body() };
  expect(codeOf(await admin.call(adProviders.change, other))).toBe('404 adProvider.notFound');
  await owner.ok(adProviders.remove, { params: { id: account, providerId: made.id } });
  expect(await owner.ok(adProviders.list, params())).toEqual([]);
});

test('the portal’s are there for all accounts once they are on, without their address', async () => {
  const made = await admin.ok(adProviders.createForPortal, { body: body({ name: 'Network' }) });
  expect(await owner.ok(adProviders.list, params())).toEqual([]);
  await admin.ok(adProviders.changeForPortal, {
    params: { providerId: made.id },
    body: body({ name: 'Network', enabled: true }),
  });
  expect(await owner.ok(adProviders.list, params())).toMatchObject([
    { id: made.id, shared: true, tagUrl: null, use: null },
  ]);
  const change = { params: { id: account, providerId: made.id }, body: body() };
  expect(codeOf(await owner.call(adProviders.change, change))).toBe('404 adProvider.notFound');
  expect(await admin.ok(adProviders.ofPortal, {})).toMatchObject([{ id: made.id, tagUrl: `${server.url}/tag` }]);
});

test('campaigns name an ad server that the account can use, before their own audio', async () => {
  const { id: own } = await owner.ok(adProviders.create, { ...params(), body: body({ name: 'Own' }) });
  const foreign = await portal.make.account();
  await admin.ok(campaigns.enable, { params: { id: foreign }, body: { enabled: true } });
  const { id: theirs } = await admin.ok(adProviders.create, { params: { id: foreign }, body: body() });
  const campaign = (provider: string) => ({
    ...params(),
    body: {
      ...{ campaignName: 'Spots of others', impressionLimit: 1000, timezone: 'UTC' },
      ...{ startDate: '2026-01-01', endDate: '2098-01-31' },
      providerRuleChains: [{ order: 1, provider: { id: provider } }, { order: 2 }],
    },
  });
  expect(codeOf(await owner.call(campaigns.create, campaign(theirs)))).toBe('404 adProvider.notFound');
  const made = await owner.ok(campaigns.create, campaign(own));
  expect(made).toMatchObject({
    status: 'blocked',
    providerRuleChains: [{ provider: { id: own, name: 'Own' } }, { provider: { id: 'creative' } }],
  });
  const saved = await owner.ok(campaigns.update, { ...params(), body: made });
  expect(saved.providerRuleChains).toEqual(made.providerRuleChains);
  expect(codeOf(await owner.call(adProviders.remove, { params: { id: account, providerId: own } }))).toBe(
    '409 adProvider.inUse',
  );
});

test('a trial says what an ad server answers, or why its answer is not used', async () => {
  server.answers.set('/tag', inlineVast({ url: server.url, name: 'trial' }));
  const { id: providerId } = await owner.ok(adProviders.create, { ...params(), body: body({ name: 'Trial' }) });
  const trial = () => owner.ok(adProviders.try, { params: { id: account, providerId } });
  // On a busy machine the answer may take longer than the second for which a trial waits.
  await expect.poll(trial).toMatchObject({
    ...{ outcome: 'spot', reason: null, wrappers: 0 },
    spot: { id: 'ad-id.org spot-1', seconds: 20, type: 'audio/mpeg' },
  });
  expect(server.counts('/track')).toEqual({});
  const inward = {
    params: { id: account, providerId },
    body: body({ name: 'Trial', tagUrl: 'http://169.254.169.254/' }),
  };
  await owner.ok(adProviders.change, inward);
  expect(await trial()).toMatchObject({ outcome: 'refused', reason: 'address', spot: null });
});
