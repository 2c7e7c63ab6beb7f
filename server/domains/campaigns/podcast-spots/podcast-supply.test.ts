import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Target } from '#contract/rules/ad-rules.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import { registry } from '#contract/api/index.ts';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { createPodcastTables } from '#server/domains/podcasts/stats/podcast-clickhouse.ts';
import { changePodcastAds } from '#server/platform/settings.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createPaces } from '../pacing/paces.ts';
import { storedPaces } from '../pacing/stored-paces.repo.ts';
import type { Shares } from '../plan/compile-plan.ts';
import { bookedCampaigns } from '../plan/plan.repo.ts';

const day = 86_400_000;
/** A Saturday. */
const now = Date.UTC(2026, 10, 21, 12);
let clickhouse: TestClickHouse;
let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let station: StationKey;
let podcast: PodcastKey;
let episode: EpisodeKey;

/** A download on each of the last 28 days by each of two listeners in Greece, and one that did not count. */
const download = async (of: { podcast: PodcastKey; episode: EpisodeKey }, listeners: readonly number[]) => {
  const values = Array.from({ length: 28 }, (_, i) =>
    [...listeners, 0].map((listener) => ({
      ...{ request: `${of.episode} ${String(i)} ${String(listener)}`, n: 0, last: 1, account, ...of, listener },
      ...{ at: now - (i + 1) * day, started: now - (i + 1) * day, app: 'AntennaPod', device: 'mobile' },
      ...{ country: 'GR', region: 'Attica', city: listener === 1 ? 'Athens' : 'Piraeus' },
      ...{
        os: listener === 1 ? 'iOS' : 'Android',
        referer: '',
        method: 'GET',
        status: 200,
        first: 0,
        bytes: 9,
        size: 9,
      },
      ...{ download: listener === 0 ? 0 : 1, verdict: '', reason: '' },
    })),
  ).flat();
  await clickhouse.client.insert({ table: 'podcast_requests', values, format: 'JSONEachRow' });
};

beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url }, clock: { now: () => new Date(now) } });
  await createPodcastTables(clickhouse.client);
  const { make, kernel } = portal;
  await changePodcastAds(kernel, {
    ...{ enabled: true, pre_roll: 1, mid_roll: 1, post_roll: 2, minutes_between: 1, opt_out_allowed: true, cpm: 40 },
  });
  account = await make.account();
  station = await make.station(account);
  podcast = await make.podcast(account, { title: 'The Show' });
  episode = await make.episode(podcast, { title: 'One', published: new Date('2026-01-01') });
  await kernel.db.updateTable('podcasts').set({ station_key: station }).where('key', '=', podcast).execute();
  const chapters = JSON.stringify([0, 300].map((start) => ({ start, title: 'C', url: '' })));
  await kernel.db.updateTable('episodes').set({ audio_ms: 600_000, chapters }).where('key', '=', episode).execute();
  const other = await make.podcast(account, { title: 'Opted out' });
  const silent = await make.episode(other, { published: new Date('2026-01-01') });
  await kernel.db.updateTable('episodes').set({ audio_ms: 600_000 }).where('key', '=', silent).execute();
  const saved = { pre_roll: 1, mid_roll: 0, post_roll: 0, mid_rule: 'manual', interval_minutes: 15 } as const;
  await kernel.db
    .insertInto('podcast_ads')
    .values({ podcast_key: other, enabled: false, ...saved, updated: new Date(now) })
    .execute();
  const person = await make.person();
  await make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
  await download({ podcast, episode }, [1, 2]);
  await download({ podcast: other, episode: silent }, [3]);
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

const at = (type: Target['type'], path: string, isNegated = false) => ({ targets: [{ type, path }], isNegated });
const inventory = (days: { from: string; to: string }, body: ReturnType<typeof at>[] = []) =>
  owner.ok(campaigns.inventory, { params: { id: account }, query: days, body });
const total = async (...body: ReturnType<typeof at>[]) =>
  (await inventory({ from: '2026-11-23', to: '2026-11-29' }, body)).total;
const detail = (type: Target['type'], path = '') =>
  owner.ok(campaigns.target, { params: { id: account }, query: { type, path } });

test('the inventory of podcasts is what was downloaded on the same days of the week, times the spots at the markers', async () => {
  // Two downloads a day of an episode with one spot before, one within and two behind it.
  const week = 7 * 2;
  expect(await total()).toBe(week * 4);
  expect(await total(at('location', 'GR'))).toBe(week * 4);
  expect(await total(at('location', 'GR/attica'))).toBe(week * 4);
  expect(await total(at('location', 'GR/Attica/Athens'))).toBe((week * 4) / 2);
  expect(await total(at('location', 'GR//Piraeus'))).toBe((week * 4) / 2);
  expect(await total(at('location', 'GR/Crete'))).toBe(0);
  expect(await total(at('location', 'GR//Athens', true))).toBe((week * 4) / 2);
  expect(await total(at('location', 'DE', true))).toBe(week * 4);
  expect(await total(at('podcast', `${podcast}/${episode}`))).toBe(week * 4);
  expect(await total(at('podcast', podcast, true))).toBe(0);
  expect(await total(at('station', station), at('player', 'antennapod'))).toBe(week * 4);
  expect(await total(at('device', 'mobile/iOS'))).toBe((week * 4) / 2);
  expect(await total(at('output', 'stream'))).toBe(0);
  expect(await total(at('output', 'podcast'), at('language', 'en'))).toBe(week * 4);
  expect(await total(at('position', 'post'))).toBe(week * 2);
  expect(await total(at('position', 'post', true), at('location', 'GR'))).toBe(week * 2);
});

test('days that are over have no inventory, and today has what is left of it', async () => {
  expect((await inventory({ from: '2026-11-14', to: '2026-11-20' })).total).toBe(0);
  // Downloads were at noon, which begins now.
  expect((await inventory({ from: '2026-11-20', to: '2026-11-21' })).total).toBe(2 * 4);
});

const week = { from: '2026-11-23', to: '2026-11-29' };
const forecast = (impressionLimit: number, over: object = {}) =>
  owner.ok(registry.campaigns.forecast, {
    params: { id: account },
    body: {
      ...{ impressionLimit, startDate: week.from, endDate: week.to, timezone: 'UTC' },
      ...{ positions: ['pre', 'mid', 'post'], providerRuleChains: [{ rules: [] }], ...over },
    } as never,
  });

test('a forecast divides the supply of podcasts as the inventory counts it, and its limits', async () => {
  const inReach = await forecast(21);
  expect([inReach.expected, inReach.limitedBy]).toEqual([21, []]);
  expect(inReach.days.map(({ expected }) => expected)).toEqual([3, 3, 3, 3, 3, 3, 3]);
  // A campaign takes one of the two spots behind the episode.
  expect((await forecast(1000)).expected).toBe(7 * 2 * 3);
  const crete = { providerRuleChains: [{ rules: [at('location', 'GR/Crete')] }] };
  expect(await forecast(40, crete)).toMatchObject({ expected: 0, limitedBy: [{ by: 'place', loss: 40 }] });
  expect(await forecast(40, { positions: ['pre'] })).toMatchObject({
    expected: 14,
    limitedBy: [{ by: 'positions', loss: 26 }],
  });
  const twice = { pacing: 'even', perListener: [], perSession: 2, perDay: null, minutesBetween: null };
  expect((await forecast(1000, { rateLimiting: twice })).expected).toBeLessThan(7 * 2 * 3);
});

test('what a campaign takes in podcasts is not available, and it plays there at the pace of its forecast', async () => {
  const key = await portal.make.campaign(account);
  const dates = { start_date: week.from, end_date: week.to, timezone: 'UTC' };
  await portal.kernel.db
    .updateTable('campaigns')
    .set({ ...dates, impression_limit: 21, positions: ['pre', 'mid', 'post'] })
    .where('key', '=', key)
    .execute();
  const { total: all, available, contending } = await inventory(week);
  expect([all, available, contending.map(({ id }) => id)]).toEqual([56, 56 - 21, [key]]);

  const monday = Date.parse(week.from);
  const [row] = await bookedCampaigns(portal.kernel.db, new Date(monday), 0, account);
  const paces = createPaces({ ...portal.kernel, clickhouse: clickhouse.client });
  await paces.refresh({ stations: [], campaigns: [row!], renditions: [] }, monday);
  const share = (shares: Shares | undefined): number | undefined => shares?.get(key)?.pace.at(-1)?.share;
  expect(share(await storedPaces(portal.kernel.db))).toBe(share(paces.known()));
  // Half of what it can reach, and a little more.
  expect(share(paces.known())).toBeGreaterThan(0.49);
  expect(share(paces.known())).toBeLessThan(0.7);
  await portal.kernel.db.deleteFrom('campaigns').where('key', '=', key).execute();
});

test('targets show who downloaded a podcast and its episodes', async () => {
  const roots = await owner.ok(campaigns.targets, { params: { id: account } });
  expect(roots.find(({ type }) => type === 'podcast')).toMatchObject({ childCount: 2, listeners30d: 3 });
  const podcasts = await detail('podcast');
  expect(podcasts.children.map(({ label, listeners30d }) => [label, listeners30d])).toEqual([
    ['The Show', 2],
    ['Opted out', 1],
  ]);
  const episodes = await detail('podcast', podcast);
  expect(episodes).toMatchObject({ listeners30d: 2, sharePct: 66.7, children: [{ label: 'One', listeners30d: 2 }] });
  const named = ({ children }: Awaited<ReturnType<typeof detail>>) =>
    children.map(({ path, listeners30d }) => [path, listeners30d]);
  expect(named(await detail('location'))).toEqual([['GR', 3]]);
  expect(named(await detail('location', 'GR'))).toEqual([['GR/Attica', 3]]);
  const query = { type: 'location', path: '', search: 'pir' } as const;
  const found = await owner.ok(campaigns.target, { params: { id: account }, query });
  expect(named(found)).toEqual([['GR/Attica/Piraeus', 2]]);
  expect(await detail('location', 'GR/Attica')).toMatchObject({
    ...{ listeners30d: 3, sharePct: 100, parent: 'GR' },
    children: [
      { path: 'GR/Attica/Piraeus', listeners30d: 2, hasChildren: false },
      { path: 'GR/Attica/Athens', listeners30d: 1 },
    ],
  });
  expect((await detail('position')).children).toMatchObject([{ path: 'pre' }, { path: 'mid' }, { path: 'post' }]);
  const outputs = await detail('output');
  expect(outputs.children.find(({ path }) => path === 'podcast')).toMatchObject({ listeners30d: 3 });
});
