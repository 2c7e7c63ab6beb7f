import { afterAll, beforeAll, expect, test } from 'vitest';
import { audioAds } from '#contract/api/audio-ads.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { adsWorld, heard, type AdsWorld } from '../testing/ads-world.ts';

let world: AdsWorld;
let account: AccountKey;
let station: StationKey;
let campaign: CampaignKey;
/** Midnight of the day before yesterday, in Athens. */
let midnight: number;

const day = 86_400_000;
const dateOf = (ms: number): string => new Date(ms + 12 * 3600_000).toISOString().slice(0, 10);

beforeAll(async () => {
  world = await adsWorld();
  account = await world.portal.make.account();
  station = await world.station(account);
  // In winter, as the clock of the world is.
  midnight = Date.parse(`${world.clock.now().toISOString().slice(0, 10)}T00:00:00+02:00`) - 2 * day;
  campaign = await world.campaign(account, {
    timezone: 'Europe/Athens',
    startDate: dateOf(midnight),
    impressionLimit: 300,
  });
});
afterAll(() => world.close());

const report = (query: { from?: string; to?: string } = {}) =>
  world.admin.ok(campaigns.report, { params: { id: account, cid: campaign }, query });

test('before anything was heard, a report has its days and zeros', async () => {
  const { stats, impressions, quartiles, timezone } = await report();
  expect(stats.dailyImpressions.map(({ date, impressions: n }) => [date, n])).toEqual([
    [dateOf(midnight), 0],
    [dateOf(midnight + day), 0],
    [dateOf(midnight + 2 * day), 0],
  ]);
  expect(stats.hourImpressions).toHaveLength(168);
  expect([impressions, quartiles.started, timezone]).toEqual([{ actual: 0, objective: 300 }, 0, 'Europe/Athens']);
});

test('a report tells when, where and how far spots were heard, in the days of the campaign, without what was cut', async () => {
  const of = { station, account, campaign };
  const cut = heard({ ...of, at: midnight + 5 * 60_000 }, 1);
  await world.record([
    // Ten minutes after midnight in Athens is the day before in UTC.
    ...heard({ ...of, at: midnight + 10 * 60_000 }, 4),
    ...heard({ ...of, at: midnight + 20 * 60_000 }, 3),
    ...heard({ ...of, at: midnight + day + 9 * 3600_000, ip: 'berlin' }, 0),
    ...cut,
    { ...cut[0]!, cut: true },
    {
      ...{ type: 'ad-reasons', station, account, at: midnight + day },
      reasons: [
        { campaign, reason: 'pace', count: 5 },
        { campaign, reason: 'cap', count: 2 },
      ],
    },
  ]);
  const { stats, quartiles } = await report();
  expect(stats.dailyImpressions.slice(0, 2)).toMatchObject([
    { date: dateOf(midnight), impressions: 2, thirdQuartile: 2 },
    { date: dateOf(midnight + day), impressions: 1, thirdQuartile: 0 },
  ]);
  expect(stats.locationImpressions).toEqual([
    { country: 'GR', region: 'Attica', city: 'Athens', impressions: 2 },
    { country: 'DE', region: 'Berlin', city: 'Berlin', impressions: 1 },
  ]);
  expect(stats.topStations).toMatchObject([{ key: station, impressions: 3 }]);
  expect(stats.topStations[0]!.name).toMatch(/^Station /);
  const monday = (new Date(`${dateOf(midnight)}T00:00:00Z`).getUTCDay() + 6) % 7;
  expect(stats.hourImpressions[monday * 24]).toBe(2);
  expect(stats.hourImpressions[((monday + 1) % 7) * 24 + 9]).toBe(1);
  expect(stats.reasons).toEqual([
    { reason: 'pace', count: 5 },
    { reason: 'cap', count: 2 },
  ]);
  expect(quartiles).toEqual({ started: 4, firstQuartile: 3, midpoint: 2, thirdQuartile: 2, complete: 1 });
  const second = await report({ from: dateOf(midnight + day), to: dateOf(midnight + day) });
  expect(second.stats.dailyImpressions).toMatchObject([{ impressions: 1 }]);
  expect(second.stats.topStations).toMatchObject([{ impressions: 1 }]);
});

test('a station lists its breaks, latest first', async () => {
  const now = world.clock.now().getTime();
  const kinds = { type: 'break', kind: 'clock' } as const;
  const made = { ...kinds, station, account, ms: 45_500, listeners: 9, withSpot: 4 };
  await world.record([
    { ...made, id: 'first', at: now - 2 * 3600_000 },
    { ...made, id: 'second', at: now - 60_000 },
    { ...made, id: 'old', at: now - 30 * 3600_000 },
  ]);
  const listed = await world.admin.ok(audioAds.breaks, { params: { key: station } });
  expect(listed).toEqual([
    { id: 'second', at: new Date(now - 60_000).toISOString(), kind: 'clock', seconds: 45.5, listeners: 9, withSpot: 4 },
    expect.objectContaining({ id: 'first' }),
  ]);
  expect(await world.admin.ok(audioAds.breaks, { params: { key: station }, query: { hours: 48 } })).toHaveLength(3);
});

test('a break starts by hand, unless audio ads are off, the station is silent, or the engine is away', async () => {
  const start = async (key = station) => {
    const { status, json } = await world.admin.call(audioAds.startBreak, { params: { key }, body: { seconds: 30 } });
    return status === 200 ? json : json.error.code;
  };
  expect(await start()).toMatchObject({ id: 'b1', seconds: 30, listeners: 7, withSpot: 5 });
  expect(await start(await world.portal.make.station(account))).toBe('audioAds.off');
  world.engine.beSilent();
  expect(await start()).toBe('audioAds.notOnAir');
  world.engine.close();
  expect(await start()).toBe('request.unavailable');
});
