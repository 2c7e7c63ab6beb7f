import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { audioAds, type AudioAdsRules } from '#contract/api/audio-ads.ts';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import { stations } from '#contract/api/stations.ts';
import { adPlanChanged } from '#server/domains/campaigns/campaigns.events.ts';
import { newKey } from '#server/kernel/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let owner: TestClient;
let manager: TestClient;
let account: AccountKey;
let key: StationKey;
let plansAnnounced = 0;

beforeAll(async () => {
  portal = await testPortal();
  portal.kernel.events.on(adPlanChanged, () => Promise.resolve(void plansAnnounced++));
});
afterAll(() => portal.close());
beforeEach(() => newAccount('trial'));

const newAccount = async (plan: PlanId): Promise<void> => {
  const { make } = portal;
  const [ownerPerson, managerPerson] = [await make.person(), await make.person()];
  [owner, manager] = [await portal.as(ownerPerson), await portal.as(managerPerson)];
  account = await make.account({ plan });
  await make.accountMember(account, ownerPerson, 'owner');
  key = await make.station(account);
  await make.stationMember(key, managerPerson, 'owner');
};

const params = (station = key) => ({ params: { key: station } });
const read = (station = key) => owner.ok(audioAds.get, params(station));
const agree = async (station = key, client = owner) => {
  const { version } = await client.ok(audioAds.agreement, params(station));
  return await client.call(audioAds.agree, { ...params(station), body: { version, fullName: 'Ada Byron' } });
};
const set = (status: 'enabled' | 'disabled' | 'on' | 'false', applyToRelays?: 'true' | 'false', station = key) =>
  owner.call(audioAds.set, { params: { key: station, status }, query: { applyToRelays } });
const codeOf = ({ status, text }: { status: number; text: string }) =>
  `${String(status)} ${(JSON.parse(text) as { error?: { code: string } }).error?.code ?? ''}`.trim();
const rules: AudioAdsRules = {
  breaks: defaultBreakRules,
  networkAds: true,
  approval: 'each',
  blockedCategories: [],
  blockedAdvertisers: [],
  providerAds: false,
};
const relayOf = async (master: StationKey): Promise<StationKey> => {
  const relay = await portal.make.station(account);
  await portal.kernel.db.updateTable('stations').set({ master_key: master }).where('key', '=', relay).execute();
  return relay;
};

test('a station is switched on once the agreement is accepted, and its text is kept with its hash', async () => {
  expect(await read()).toMatchObject({
    ...{ hasAudioAds: false, status: 'disabled', available: false, reason: 'agreement', networkAds: false },
    agreement: { agreed: false, acceptedAt: null },
  });
  expect(codeOf(await set('enabled'))).toBe('409 audioAds.agreementMissing');
  const { doc, ...before } = await owner.ok(audioAds.agreement, { ...params(), query: { include_doc: 'true' } });
  expect(before).toMatchObject({ agreed: false, acceptedAt: null, fullName: null });
  expect(doc).toMatch(/^# Audio advertising agreement\n[^]+Skywave/);

  const stale = { ...params(), body: { version: '1999-01-01', fullName: 'Ada Byron' } };
  expect(codeOf(await owner.call(audioAds.agree, stale))).toBe('409 audioAds.agreementOutdated');
  expect((await agree()).json).toMatchObject({ agreed: true, fullName: 'Ada Byron', doc: null });
  await agree();
  const kept = await portal.kernel.db
    .selectFrom('ad_agreements')
    .select(['document', 'document_sha256', 'account_key', 'version'])
    .where('station_key', '=', key)
    .execute();
  const document_sha256 = createHash('sha256').update(String(doc)).digest('hex');
  expect(kept).toEqual([{ document: doc, document_sha256, account_key: account, version: before.version }]);

  await portal.drain();
  const announced = plansAnnounced;
  expect((await set('enabled')).json).toMatchObject({
    ...{ hasAudioAds: true, status: 'enabled', available: true, reason: '' },
    agreement: {
      version: before.version,
      agreed: true,
      fullName: 'Ada Byron',
      acceptedAt: expect.any(String) as string,
    },
  });
  await portal.drain();
  expect(plansAnnounced).toBe(announced + 1);
  const { version } = before;
  const agreement = { version, acceptedAt: expect.any(String) as string };
  expect(await owner.ok(stations.get, params())).toMatchObject({ audioads: 'enabled', agreement });
});

test('only who may bind the account accepts the agreement', async () => {
  expect((await agree(key, manager)).status).toBe(403);
  const asked = await manager.ok(audioAds.agreement, params());
  const empty = await owner.call(audioAds.agree, { ...params(), body: { version: asked.version, fullName: 'A' } });
  expect(Object.keys(empty.json.error.fields ?? {})).toEqual(['fullName']);
});

test('a plan without ads refuses them', async () => {
  await newAccount('prime_ads_free');
  await agree();
  expect(codeOf(await set('enabled'))).toBe('409 audioAds.notAllowed');
  expect(await read()).toMatchObject({ hasAudioAds: false, available: false, reason: 'adFree' });
});

test('relays in the same account follow once they are included, with the agreement and rules of their master', async () => {
  const [relay, other] = [await relayOf(key), await portal.make.station(account)];
  await agree();
  await set('enabled', 'false');
  expect(await read(relay)).toMatchObject({ hasAudioAds: false, agreement: { agreed: false } });
  await set('enabled', 'true');
  await owner.ok(audioAds.setRules, { ...params(), body: rules });
  expect(await read()).toMatchObject({ applyToRelays: true, networkAds: true });
  expect(await read(relay)).toMatchObject({
    ...{ hasAudioAds: true, networkAds: true, applyToRelays: false, agreement: { agreed: true } },
  });
  expect(await read(other)).toMatchObject({ hasAudioAds: false });
  await set('false');
  expect(await read(relay)).toMatchObject({ hasAudioAds: false });
});

test('break rules are kept, tidied, and complete for what is enabled', async () => {
  const body: AudioAdsRules = {
    ...rules,
    breaks: { ...defaultBreakRules, clock: { enabled: true, minutes: [45, 15, 45], seconds: 60 } },
    blockedCategories: ['gambling', 'gambling'],
    blockedAdvertisers: ['Acme', 'ACME'],
  };
  const changed = await manager.ok(audioAds.setRules, { ...params(), body });
  expect(changed.breaks.clock.minutes).toEqual([15, 45]);
  expect([changed.blockedCategories, changed.blockedAdvertisers]).toEqual([['gambling'], ['ACME']]);
  expect(await read()).toEqual(changed);
  const breaks = { ...defaultBreakRules, cue: { enabled: true, title: ' ', maxSeconds: 60 } };
  const wrong = await owner.call(audioAds.setRules, { ...params(), body: { ...body, breaks } });
  expect([wrong.status, Object.keys(wrong.json.error.fields ?? {})]).toEqual([400, ['breaks.cue.title']]);
});

test('a station that moves to another account has to accept the agreement again', async () => {
  await agree();
  await set('enabled');
  const admin = await portal.as(await portal.make.person({ admin: true }));
  const accountId = await portal.make.account();
  await admin.ok(stations.transfer, { params: { key, accountId } });
  expect(await admin.ok(audioAds.get, params())).toMatchObject({ hasAudioAds: false, agreement: { agreed: false } });
  expect(codeOf(await admin.call(audioAds.set, { params: { key, status: 'enabled' } }))).toBe(
    '409 audioAds.agreementMissing',
  );
});

test('campaigns of others wait for the station that approves each, and can be rejected at any time', async () => {
  const [waiting, blocked, elsewhere] = [
    await networkCampaign(),
    await networkCampaign({ category: 'gambling' }),
    await networkCampaign({}, await portal.make.station(account)),
  ];
  const list = async () =>
    (await owner.ok(audioAds.approvals, params())).map(({ campaign, state }) => [campaign, state]);
  expect(await list()).toEqual([]);
  await owner.ok(audioAds.setRules, { ...params(), body: { ...rules, blockedCategories: ['gambling'] } });
  expect(await list()).toEqual([[waiting, 'waiting']]);
  const audio = await owner.call(audioAds.approvalAudio, { params: { key, campaign: waiting } });
  expect(codeOf(audio)).toBe('404 campaign.noAudio');
  const decide = (campaign: CampaignKey, state: 'approved' | 'rejected') =>
    owner.call(audioAds.decide, { params: { key, campaign }, body: { state } });
  expect((await decide(waiting, 'approved')).json).toMatchObject({ campaign: waiting, state: 'approved' });
  expect((await decide(waiting, 'rejected')).json).toMatchObject({ state: 'rejected' });
  for (const unknown of [blocked, elsewhere, newKey('campaign')])
    expect(codeOf(await decide(unknown, 'approved'))).toBe('404 campaign.notFound');
  await owner.ok(audioAds.setRules, { ...params(), body: { ...rules, networkAds: false } });
  expect(await list()).toEqual([[waiting, 'rejected']]);
  await portal.kernel.db.deleteFrom('campaigns').execute();
});

/** A campaign of another account, as the portal creates it. */
const networkCampaign = async (given: { category?: 'gambling' } = {}, only?: StationKey): Promise<CampaignKey> => {
  const { db } = portal.kernel;
  const campaign = newKey('campaign');
  await db
    .insertInto('campaigns')
    .values({
      key: campaign,
      account_key: await portal.make.account(),
      network: true,
      name: 'Spring sale',
      category: given.category ?? 'retail',
      impression_limit: 1000,
      start_date: '2026-11-01',
      end_date: '2099-12-31',
      timezone: 'UTC',
      rate_limiting: '{}',
      positions: ['mid'],
      price_micros: 400,
      currency: 'USD',
    })
    .execute();
  if (only) await db.insertInto('campaign_stations').values({ campaign_key: campaign, station_key: only }).execute();
  return campaign;
};
