import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audioAds } from '#contract/api/audio-ads.ts';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { slicesOf } from '#server/domains/analytics/testing/listening.ts';
import { testDatabase } from '#server/testing/database.ts';
import { adsWorld, heard, type AdsWorld } from '../testing/ads-world.ts';
import { startAdPlan } from './plan.work.ts';
import { countPlanChange, planChanges } from './plan.repo.ts';

let world: AdsWorld;
let account: AccountKey;
let station: StationKey;
let campaign: CampaignKey;

beforeAll(async () => {
  world = await adsWorld();
  account = await world.portal.make.account();
  station = await world.station(account);
  campaign = await world.campaign(account);
});
afterAll(() => world.close());

const plan = () => world.engine.disk.plan!;
const leases = () => [...world.engine.disk.leases.values()].filter((lease) => lease.campaign === campaign);
const lease = () => leases().at(-1)!;
const delivered = async () =>
  (await world.admin.ok(campaigns.get, { params: { id: account, cid: campaign } })).impressions.actual;
const spots = (count: number) => {
  const of = { station, account, campaign, at: world.clock.now().getTime() - 60_000, lease: lease().id };
  return Array.from({ length: count }, () => heard(of, 4)).flat();
};

test('each change is noticed, also the first one of an installation', async () => {
  const database = await testDatabase();
  const { db } = database;
  const before = await planChanges(db);
  await countPlanChange(db);
  expect(await planChanges(db)).toBeGreaterThan(before);
  await database.drop();
});

test('the engine gets each station that plays ads, with its campaigns, their spots and a lease', async () => {
  await world.newSender().round();
  const { id, files } = plan().spots[0]!;
  expect(files).toMatchObject([{ path: `spots/${id}.mp3`, frames: 766, format: { codec: 'mp3', bitrate: 128_000 } }]);
  expect(plan().stations).toMatchObject([{ key: station, breaks: defaultBreakRules, campaigns: [campaign] }]);
  expect(plan().campaigns).toMatchObject([
    { key: campaign, account, advertiser: 'Acme', attempts: [{ rules: [], spot: id }], until: Date.UTC(2098, 1, 1) },
  ]);
  expect(leases()).toMatchObject([{ count: 500, spent: 0 }]);
});

test('another round, also of another process, sends nothing that the engine has', async () => {
  const sender = world.newSender();
  await sender.round();
  const { revision } = plan();
  await sender.round();
  expect(plan().revision).toBe(revision);
  expect(leases()).toHaveLength(1);
});

test('a campaign of others plays only where the station admits it', async () => {
  const other = await world.portal.make.account();
  const theirs = await world.campaign(other, { category: 'gambling', advertiser: 'Bets' });
  await world.portal.kernel.db.updateTable('campaigns').set({ network: true }).where('key', '=', theirs).execute();
  const played = async () => {
    await world.newSender().round();
    return plan().stations[0]!.campaigns.includes(theirs);
  };
  const rules = (over: object) => {
    const none = { networkAds: true, approval: 'auto' as const, blockedCategories: [], blockedAdvertisers: [] };
    const body = { breaks: defaultBreakRules, ...none, ...over };
    return world.admin.ok(audioAds.setRules, { params: { key: station }, body });
  };
  expect(await played()).toBe(false);
  await rules({});
  expect(await played()).toBe(true);
  await rules({ blockedCategories: ['gambling'] });
  expect(await played()).toBe(false);
  expect(plan().stations[0]!.withheld).toEqual([{ campaign: theirs, reason: 'blocked' }]);
  await rules({ blockedAdvertisers: ['BETS'] });
  expect(await played()).toBe(false);
  await rules({ approval: 'each' });
  expect(await played()).toBe(false);
  expect(plan().stations[0]!.withheld).toEqual([{ campaign: theirs, reason: 'approval' }]);
  await world.admin.ok(audioAds.decide, { params: { key: station, campaign: theirs }, body: { state: 'approved' } });
  expect(await played()).toBe(true);
  await rules({ networkAds: false });
  expect(await played()).toBe(false);
});

test('what was heard is counted once, however often a batch arrives, and a cut spot not at all', async () => {
  const events = spots(3);
  const batch = await world.record([...events, { ...events.at(-5)!, cut: true }]);
  await world.record([...events, { ...events.at(-5)!, cut: true }], batch);
  await world.newSender().round();
  expect(await delivered()).toBe(2);
});

test('lends no more than the goal, and ends the campaign once it is delivered', async () => {
  await world.admin.ok(campaigns.patch, { params: { id: account }, body: { id: campaign, impressionLimit: 600 } });
  lease().spent = 450;
  await world.record(spots(400));
  const sender = world.newSender();
  await sender.round();
  expect(leases()).toMatchObject([{ count: 600 }]);
  await world.record(spots(198));
  await sender.round();
  expect(await delivered()).toBe(600);
  expect(plan().campaigns.map(({ key }) => key)).not.toContain(campaign);
  expect(plan().stations).toMatchObject([{ key: station }]);
});

test('a lease that the engine has lost is not lent again before what was heard of it is final', async () => {
  await world.admin.ok(campaigns.patch, { params: { id: account }, body: { id: campaign, impressionLimit: 700 } });
  const sender = world.newSender();
  await sender.round();
  expect(leases()).toMatchObject([{ count: 700 }]);
  const former = lease().id;
  world.engine.disk.leases.clear();
  await sender.round();
  expect(leases()).toEqual([]);
  world.moveClock(7 * 3600_000);
  await sender.round();
  expect(leases()).toEqual([]);
  // Something recorded later says that nothing of the lease can follow.
  const now = world.clock.now().getTime();
  await world.record(slicesOf({ station, account, from: now - 60_000, to: now }));
  await sender.round();
  expect(leases()).toMatchObject([{ count: 100, spent: 0 }]);
  expect(lease().id).not.toBe(former);
});

test('what a restarted engine does not use any more is lent again once it has closed the lease', async () => {
  const next = await world.campaign(account, { campaignName: 'Small', impressionLimit: 50 });
  const lent = () => [...world.engine.disk.leases.values()].filter((one) => one.campaign === next);
  const sender = world.newSender();
  await sender.round();
  const [former] = lent();
  expect(lent()).toMatchObject([{ count: 50 }]);
  Object.assign(former!, { spent: 50, phase: 'former' });
  await sender.round();
  expect(lent()).toMatchObject([{ count: 50, closing: true }]);
  Object.assign(lent()[0]!, { phase: 'closed' });
  await sender.round();
  expect(lent()).toMatchObject([{ count: 50 }, { count: 50, spent: 0 }]);
});

test('a lease that never reached the engine, as it was killed meanwhile, is sent again', async () => {
  const next = await world.campaign(account, { campaignName: 'Late', impressionLimit: 50 });
  const lent = () => [...world.engine.disk.leases.values()].filter((one) => one.campaign === next);
  const sender = world.newSender();
  world.engine.restart(true);
  await sender.round().catch(() => undefined);
  expect(lent()).toEqual([]);
  world.engine.restart(false);
  await sender.round();
  expect(lent()).toMatchObject([{ count: 50, spent: 0 }]);
});

test('what podcasts are lent is not lent to the engine', async () => {
  const next = await world.campaign(account, { campaignName: 'Both', impressionLimit: 500 });
  const until = new Date(world.clock.now().getTime() + 3600_000);
  await world.portal.kernel.db
    .insertInto('ad_leases')
    .values({ id: randomUUID(), campaign_key: next, process: 'podcasts', count: 300, until })
    .execute();
  await world.newSender().round();
  const lent = [...world.engine.disk.leases.values()].filter((one) => one.campaign === next);
  expect(lent).toMatchObject([{ count: 200 }]);
});

test('a change reaches the engine at once', async () => {
  // Without the look for changes every half second, it would wait for the next round.
  const running = startAdPlan({ ...world.deps, roundEveryMs: 3600_000 });
  try {
    const next = await world.campaign(account, { campaignName: 'Autumn sale' });
    await countPlanChange(world.portal.kernel.db);
    await world.engine.until(() => plan().campaigns.some(({ key }) => key === next));
    await world.admin.ok(campaigns.patch, { params: { id: account }, body: { id: next, enabled: false } });
    await world.engine.until(() => !plan().campaigns.some(({ key }) => key === next));
  } finally {
    await running.stop();
  }
});
