import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '#contract/api/index.ts';
import type { AdProof } from '#contract/engine/engine-ads.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { adEngine } from '../plan/ad-engine.ts';
import { adsWorld, type AdsWorld } from '../testing/ads-world.ts';
import { collectProofs, forgetProofs } from './collect-proofs.ts';

/* Recordings of what was heard around spots: fetched from the engine, heard by their account only, and removed. */

let world: AdsWorld;
let account: AccountKey;
let station: StationKey;

beforeAll(async () => {
  world = await adsWorld();
  account = await world.portal.make.account();
  station = await world.station(account);
});
afterAll(() => world.close());

/** The engine records; at noon (UTC) so many days ago. */
const record = (
  campaign: CampaignKey,
  daysAgo: number,
  given: Partial<AdProof> = {},
): { id: string; sound: Buffer } => {
  const { id = randomUUID() } = given;
  const sound = Buffer.from(`sound of ${campaign} ${String(daysAgo)}`);
  const today = Math.floor(world.clock.now().getTime() / dayMs) * dayMs;
  const proof: AdProof = {
    ...{ id, campaign, station, spot: randomUUID(), at: today + dayMs / 2 - daysAgo * dayMs, codec: 'mp3' },
    ...{ ms: 14_000, from: 5000, to: 9000, bytes: sound.length },
    sha256: createHash('sha256').update(sound).digest('hex'),
    ...given,
  };
  world.engine.recordings.set(id, { proof, sound });
  return { id, sound };
};
const collect = (): Promise<void> => collectProofs(world.portal.kernel, adEngine(world.engine.url, 'engine-token'));
const listed = (cid: CampaignKey, query = {}, id = account) =>
  world.admin.ok(registry.campaigns.proofs, { params: { id, cid }, query });
const hear = (cid: CampaignKey, proof: string, client = world.admin, id = account) =>
  client.raw(registry.campaigns.proofAudio, { params: { id, cid, proof } });
const isStored = async (id: string): Promise<boolean> =>
  (await world.portal.kernel.storage.size(`ad-proofs/${id}.mp3`)) !== undefined;

test('are fetched from the engine, listed by day and heard as they were sent', async () => {
  const campaign = await world.campaign(account);
  const [first, second] = [record(campaign, 2), record(campaign, 1, { codec: 'aac' })];
  await collect();
  expect(world.engine.recordings.size).toBe(0);
  const all = await listed(campaign);
  expect(all.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(all[1]).toMatchObject({ station, seconds: 14, from: 5, to: 9, bytes: first.sound.length });
  expect(all[1]!.stationName).toMatch(/^Station /);
  expect(new Set(all.map(({ signature }) => signature)).size).toBe(2);
  for (const [{ id, sound }, type] of [[first, 'audio/mpeg'] as const, [second, 'audio/aac'] as const]) {
    const reply = await hear(campaign, id);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
    expect(Buffer.from(await reply.arrayBuffer()).equals(sound)).toBe(true);
  }
  const day = all[1]!.at.slice(0, 10);
  expect((await listed(campaign, { from: day, to: day })).map(({ id }) => id)).toEqual([first.id]);
});

test('a damaged one is not kept, and of a campaign and day there is one, also after an interrupted run', async () => {
  const campaign = await world.campaign(account);
  const damaged = record(campaign, 3, { sha256: 'ab'.repeat(32) });
  const [kept, later] = [record(campaign, 2), record(campaign, 2)];
  await collect();
  // The engine was not told that the portal has it.
  record(campaign, 2, { id: kept.id });
  await collect();
  expect(world.engine.recordings.size).toBe(0);
  expect((await listed(campaign)).map(({ id }) => id)).toEqual([kept.id]);
  expect(await Promise.all([damaged, kept, later].map(({ id }) => isStored(id)))).toEqual([false, true, false]);
  expect((await hear(campaign, kept.id)).status).toBe(200);
});

test('nobody hears those of another account, or by another campaign', async () => {
  const [campaign, sibling] = [await world.campaign(account), await world.campaign(account)];
  const { id } = record(campaign, 1);
  await collect();
  const foreign = await world.portal.make.account();
  const owner = await world.portal.make.person();
  await world.portal.make.accountMember(foreign, owner, 'owner');
  const client = await world.portal.as(owner);
  const foreignCampaign = await world.campaign(foreign);
  for (const [of, cid] of [
    [account, campaign],
    [foreign, campaign],
    [foreign, foreignCampaign],
  ] as const)
    expect((await hear(cid, id, client, of)).status).toBe(404);
  const list = await client.call(registry.campaigns.proofs, { params: { id: foreign, cid: campaign }, query: {} });
  expect(list.status).toBe(404);
  expect(await listed(foreignCampaign, {}, foreign)).toEqual([]);
  expect((await hear(sibling, id)).status).toBe(404);
});

test('one that is not what the portal signed is not heard', async () => {
  const campaign = await world.campaign(account);
  const [moved, replaced] = [record(campaign, 1), record(campaign, 2)];
  await collect();
  const { db, storage } = world.portal.kernel;
  await db.updateTable('ad_proofs').set({ at: world.clock.now() }).where('id', '=', moved.id).execute();
  await storage.put(`ad-proofs/${replaced.id}.mp3`, Buffer.from('another'), 'audio/mpeg');
  for (const { id } of [moved, replaced]) expect((await hear(campaign, id)).status).toBe(404);
});

test('those of deleted campaigns, and older ones than sessions are kept, are removed with their files', async () => {
  const [campaign, deleted] = [await world.campaign(account), await world.campaign(account)];
  const [recent, old, orphan] = [record(campaign, 1), record(campaign, 800), record(deleted, 1)];
  await collect();
  await world.portal.kernel.db.deleteFrom('campaigns').where('key', '=', deleted).execute();
  await forgetProofs(world.portal.kernel);
  expect(await Promise.all([recent, old, orphan].map(({ id }) => isStored(id)))).toEqual([true, false, false]);
  expect((await hear(campaign, recent.id)).status).toBe(200);
  expect((await hear(campaign, old.id)).status).toBe(404);
});

test('one of a station that is gone stays the campaign’s', async () => {
  const campaign = await world.campaign(account);
  const gone = await world.station(account);
  const { id } = record(campaign, 1, { station: gone });
  await collect();
  await world.portal.kernel.db.deleteFrom('stations').where('key', '=', gone).execute();
  expect(await listed(campaign)).toMatchObject([{ id, station: null, stationName: '' }]);
  expect((await hear(campaign, id)).status).toBe(200);
});
