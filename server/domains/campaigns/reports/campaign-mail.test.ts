import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { registry } from '#contract/api/index.ts';
import { adsWorld, heard, type AdsWorld } from '../testing/ads-world.ts';
import { campaignReport } from './campaign-mail.ts';

const hour = 3_600_000;
let world: AdsWorld;
let account: AccountKey;
let station: StationKey;
let campaign: CampaignKey;
/** Noon of yesterday (UTC). */
let noon: number;

beforeAll(async () => {
  world = await adsWorld();
  account = await world.portal.make.account();
  station = await world.station(account);
  campaign = await world.campaign(account, { impressionLimit: 300 });
  noon = Math.floor(world.clock.now().getTime() / (24 * hour)) * 24 * hour - 12 * hour;
  const of = { station, account, campaign };
  const cut = heard({ ...of, at: noon + 60_000 }, 1);
  await world.record([
    ...heard({ ...of, at: noon }, 4),
    ...heard({ ...of, at: noon + hour, ip: 'berlin' }, 1),
    ...cut,
    { ...cut[0]!, cut: true },
  ]);
});
afterAll(() => world.close());

const day = (): string => new Date(noon).toISOString().slice(0, 10);

test('the report by e-mail lists what each campaign delivered in its days', async () => {
  const days = { from_date: day(), to_date: day() };
  const schedule = { account_key: account, zone_now: 'UTC' } as never;
  const { lead, totals, parts, buckets } = await campaignReport(world.deps as never, schedule, days);
  expect(lead).toBe('2 impressions of campaigns');
  expect(totals.map(({ now, before }) => [now, before])).toEqual([
    [2, 0],
    [1, 0],
  ]);
  expect(parts[0]?.rows[0]?.slice(0, 3)).toEqual(['Spring sale', '2', '1']);
  expect(buckets.rows).toEqual([[day(), 2, 1]]);
});

test('the proof of play has each impression that was not taken back, with how far it was heard', async () => {
  const reply = await world.admin.call(registry.campaigns.plays, { params: { id: account, cid: campaign }, query: {} });
  expect(reply.status).toBe(200);
  const lines = reply.text.trim().split('\r\n');
  expect(lines[0]).toContain('time');
  expect(lines.slice(1).map((line) => line.includes('"Athens"') && line.includes('"100%"'))).toEqual([true, false]);
  expect(lines[1]).toContain(new Date(noon).toISOString().slice(0, 13));
});

test('a report tells the devices, and how often sessions heard the campaign', async () => {
  const { stats } = await world.admin.ok(registry.campaigns.report, { params: { id: account, cid: campaign } });
  expect(stats.deviceImpressions.reduce((sum, { impressions }) => sum + impressions, 0)).toBe(2);
  expect([stats.reach, stats.frequency]).toEqual([2, [{ times: 1, sessions: 2 }]]);
});
