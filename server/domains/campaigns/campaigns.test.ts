import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#contract/api/campaign.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let account: AccountKey;
let station: StationKey;
let owner: TestClient;
let admin: TestClient;

const body = {
  campaignName: 'Spring sale',
  advertiser: 'Acme',
  impressionLimit: 10_000,
  startDate: '2026-01-01',
  endDate: '2098-01-31',
  timezone: 'Europe/Athens',
};
const params = () => ({ id: account });
const create = (over: Partial<typeof body> & Record<string, unknown> = {}) =>
  owner.call(campaigns.create, { params: params(), body: { ...body, ...over } });
const change = (campaign: Campaign, over: Partial<Campaign>) =>
  owner.call(campaigns.update, { params: params(), body: { ...campaign, ...over } });

beforeAll(async () => {
  portal = await testPortal();
  account = await portal.make.account();
  station = await portal.make.station(account);
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());

test('an account runs no campaigns until the portal lets it', async () => {
  expect(await owner.ok(campaigns.enabled, { params: params() })).toEqual({ enabled: false });
  expect((await create()).json.error.code).toBe('campaign.notEnabled');
  expect((await owner.call(campaigns.enable, { params: params(), body: { enabled: true } })).status).toBe(403);
  await admin.ok(campaigns.enable, { params: params(), body: { enabled: true } });
  expect(await owner.ok(campaigns.enabled, { params: params() })).toEqual({ enabled: true });
});

test('a campaign without audio is a draft at the price of the account', async () => {
  const { status, json } = await create({ campaignName: 'Draft' });
  expect(status).toBe(201);
  expect(json).toMatchObject({
    ...{ name: 'Draft', status: 'draft', audio: null, adUrl: null, version: 1, network: false },
    ...{ impressionPrice: 0.0004, currency: 'USD', impressions: { actual: 0, objective: 10_000 }, progress: 0 },
    ...{ priority: 3, positions: ['pre', 'mid'], stationKeys: [], accountKey: account },
  });
  expect(json.providerRuleChains).toMatchObject([{ order: 1, rules: [], provider: { id: 'creative' } }]);
  expect(await owner.ok(campaigns.get, { params: { ...params(), cid: json.id } })).toEqual(json);
  const details = await owner.ok(campaigns.details, { params: params() });
  expect(details).toMatchObject({ impressionPrice: 0.0004, cpm: 0.4, maxSeconds: 30, stations: 0, listeners30d: 0 });
  const setPrice = (impressionPrice: number | null) =>
    admin.ok(campaigns.enable, { params: params(), body: { enabled: true, impressionPrice } });
  await setPrice(0.005);
  expect((await create({ campaignName: 'Dear' })).json).toMatchObject({ impressionPrice: 0.005 });
  expect((await owner.ok(campaigns.get, { params: { ...params(), cid: json.id } })).impressionPrice).toBe(0.0004);
  await setPrice(null);
  expect((await owner.ok(campaigns.details, { params: params() })).impressionPrice).toBe(0.0004);
});

test('refuses dates in the wrong order or the past, fields of the portal, and what is not of the account', async () => {
  const code = async (over: Record<string, unknown>) => (await create(over)).json.error.code;
  expect(await code({ startDate: '2098-02-01' })).toBe('campaign.dates');
  expect(await code({ endDate: '2026-01-02' })).toBe('campaign.past');
  expect(await code({ priority: 1 })).toBe('campaign.portalField');
  expect(await code({ impressionLimit: 0 })).toBe('request.invalid');
  const at = (type: string, path: string) => ({ rules: [{ targets: [{ type, path }], isNegated: false }] });
  const foreign = await portal.make.station(await portal.make.account());
  expect(await code({ providerRuleChains: [at('station', foreign)] })).toBe('campaign.unknownTarget');
  expect(await code({ providerRuleChains: [at('location', 'XX/Nowhere')] })).toBe('campaign.unknownTarget');
  expect(await code({ providerRuleChains: [{ creativeId: randomUUID() }] })).toBe('campaign.unknownCreative');
  expect(await code({ providerRuleChains: [{ ruleChainId: randomUUID() }] })).toBe('ruleChain.notFound');
  const elsewhere = await owner.call(campaigns.create, { params: params(), query: { stationKeys: [foreign] }, body });
  expect(elsewhere.status).toBe(404);
});

test('of two people who save a campaign, the second is told to reload', async () => {
  const { json: campaign } = await create();
  const saved = await change(campaign, { campaignName: 'Summer sale', stationKeys: [] });
  expect(saved.json).toMatchObject({ name: 'Summer sale', version: 2 });
  expect((await change(campaign, { campaignName: 'Winter sale' })).json.error.code).toBe('request.conflict');
  const paused = await owner.ok(campaigns.patch, { params: params(), body: { id: campaign.id, enabled: false } });
  expect(paused).toMatchObject({ enabled: false, version: 3, name: 'Summer sale' });
});

test('several campaigns are changed at once, or none of them', async () => {
  const made = [(await create({ campaignName: 'One' })).json, (await create({ campaignName: 'Two' })).json];
  const ids = made.map(({ id }) => id);
  const body = { ids, enabled: false, endDate: '2098-03-01' };
  expect(await owner.ok(campaigns.patchAll, { params: params(), body })).toEqual({ changed: 2 });
  const read = (id: Campaign['id']) => owner.ok(campaigns.get, { params: { ...params(), cid: id } });
  for (const id of ids) expect(await read(id)).toMatchObject({ enabled: false, endDate: '2098-03-01', version: 2 });
  await portal.kernel.db.updateTable('campaigns').set({ archived_at: new Date() }).where('key', '=', ids[1]!).execute();
  const refused = await owner.call(campaigns.patchAll, { params: params(), body: { ids, enabled: true } });
  expect(refused.json.error.code).toBe('campaign.archived');
  expect(await read(ids[0]!)).toMatchObject({ enabled: false, version: 2 });
  await portal.kernel.db.deleteFrom('campaigns').where('key', 'in', ids).execute();
});

test('the goal does not fall below what was delivered, and what was heard is archived, not deleted', async () => {
  const { json: campaign } = await create({ campaignName: 'Heard' });
  const cid = { params: { ...params(), cid: campaign.id } };
  await portal.kernel.db.updateTable('campaigns').set({ delivered: 500 }).where('key', '=', campaign.id).execute();
  const lowered = await owner.call(campaigns.patch, {
    params: params(),
    body: { id: campaign.id, impressionLimit: 400 },
  });
  expect(lowered.json.error.code).toBe('campaign.goalBelowDelivered');
  expect((await owner.call(campaigns.remove, cid)).status).toBe(204);
  expect(await owner.ok(campaigns.get, cid)).toMatchObject({ status: 'archived', impressions: { actual: 500 } });
  expect((await change(campaign, {})).json.error.code).toBe('campaign.archived');
  const { json: unheard } = await create({ campaignName: 'Unheard' });
  await owner.ok(campaigns.remove, { params: { ...params(), cid: unheard.id } });
  expect((await owner.call(campaigns.get, { params: { ...params(), cid: unheard.id } })).status).toBe(404);
});

test('lists pages by any column, without archived ones, and each advertiser once', async () => {
  await create({ campaignName: 'A first', advertiser: 'acme ' });
  await create({ campaignName: 'B second', advertiser: 'Bolt' });
  const list = (query: Record<string, unknown>) => owner.ok(campaigns.list, { params: params(), query });
  const byName = await list({ sortBy: 'name', sortDirection: 'asc', size: 2 });
  expect(byName.entities.map(({ name }) => name)).toEqual(['A first', 'B second']);
  expect(byName).toMatchObject({ total: 5, capped: false });
  expect((await list({ advertiser: 'ACME', search: 'first' })).entities).toHaveLength(1);
  expect((await list({ status: 'archived' })).entities.map(({ name }) => name)).toEqual(['Heard']);
  for (const sortBy of ['startDate', 'status', 'actual', 'objective', 'deliveryRate', 'updated'])
    expect((await list({ sortBy, page: 1, size: 3 })).entities).toHaveLength(2);
  expect(await owner.ok(campaigns.advertisers, { params: params() })).toEqual(['acme', 'Bolt']);
});

test('saved rules are named once, and campaigns keep the rules they were saved with', async () => {
  const rules = (path: string) => [{ targets: [{ type: 'location' as const, path }], isNegated: false }];
  const chain = await owner.ok(campaigns.createRuleChain, {
    params: params(),
    body: { name: 'Athens', rules: rules('GR/Attica/Athens') },
  });
  const again = { params: params(), body: { name: 'ATHENS', rules: [] } };
  expect((await owner.call(campaigns.createRuleChain, again)).json.error.code).toBe('ruleChain.exists');
  const { json: campaign } = await create({ providerRuleChains: [{ ruleChainId: chain.id }] });
  expect(campaign.providerRuleChains).toMatchObject([{ name: 'Athens', rules: rules('GR/Attica/Athens') }]);
  const at = { params: { ...params(), chainId: chain.id } };
  await owner.ok(campaigns.changeRuleChain, { ...at, body: { name: 'Greece', rules: rules('GR') } });
  expect(await owner.ok(campaigns.ruleChains, { params: params() })).toMatchObject([{ name: 'Greece', usedBy: 1 }]);
  await owner.ok(campaigns.removeRuleChain, at);
  const kept = await owner.ok(campaigns.get, { params: { ...params(), cid: campaign.id } });
  expect(kept.providerRuleChains[0]).toMatchObject({ ruleChainId: null, rules: rules('GR/Attica/Athens') });
});

test('a station with audio ads makes a campaign with audio active', async () => {
  const { json: campaign } = await create({ campaignName: 'On the air' });
  const { db } = portal.kernel;
  const creative = randomUUID();
  const row = { id: creative, account_key: account, filename: 'spot.mp3', original: null };
  await db
    .insertInto('ad_creatives')
    .values({ ...row, state: 'ready', duration_ms: 20_000 })
    .execute();
  await db
    .updateTable('campaign_attempts')
    .set({ creative_id: creative })
    .where('campaign_key', '=', campaign.id)
    .execute();
  const status = async () => (await owner.ok(campaigns.get, { params: { ...params(), cid: campaign.id } })).status;
  expect(await status()).toBe('blocked');
  await db.updateTable('stations').set({ audioads: true }).where('key', '=', station).execute();
  expect(await status()).toBe('active');
  await owner.ok(campaigns.patch, { params: params(), body: { id: campaign.id, enabled: false } });
  expect(await status()).toBe('paused');
  await db.updateTable('campaigns').set({ delivered: 10_000 }).where('key', '=', campaign.id).execute();
  expect(await status()).toBe('completed');
});

test('a campaign whose only station leaves the account is switched off, not heard on all others', async () => {
  const [leaving, staying] = [await portal.make.station(account), await portal.make.station(account)];
  const on = async (stationKeys: StationKey[]) =>
    await owner.ok(campaigns.create, { params: params(), query: { stationKeys }, body });
  const [only, both] = [await on([leaving]), await on([leaving, staying])];
  const other = await portal.make.account();
  await portal.kernel.db
    .transaction()
    .execute((tx) => portal.kernel.hooks.run('station.transferred', { tx, station: leaving, account: other }));
  const read = async ({ id }: Campaign) => await owner.ok(campaigns.get, { params: { ...params(), cid: id } });
  expect(await read(only)).toMatchObject({ enabled: false, stationKeys: [] });
  expect(await read(both)).toMatchObject({ enabled: true, stationKeys: [staying] });
});
