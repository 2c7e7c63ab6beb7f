import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { campaigns } from '#contract/api/campaigns.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import type { AccountKey, CampaignKey, PodcastKey } from '#contract/rules/keys.ts';
import { storeBatch } from '#server/domains/podcasts/delivery/request-batches.repo.ts';
import type { DeliveredSlice } from '#server/domains/podcasts/delivery/slices.ts';
import { countDownloads } from '#server/domains/podcasts/stats/count-downloads.ts';
import { judgeNext } from '#server/domains/podcasts/stats/judge-batch.ts';
import { createPodcastTables } from '#server/domains/podcasts/stats/podcast-clickhouse.ts';
import { podcastAgents } from '#server/engines/agents/podcast-agent.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { copyDelivered, deliveredOf } from '../delivery-counts/delivery-counts.ts';
import { lendToPodcasts, countPromised, settlePodcastLeases } from './podcast-leases.ts';
import { bytesOf, listenerAgent, spotsWorld, type SpotsWorld } from './testing/spots-world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let world: SpotsWorld;
let account: AccountKey;
let podcast: PodcastKey;
let campaign: CampaignKey;
let episode: Awaited<ReturnType<SpotsWorld['episode']>>;
let delivery: Awaited<ReturnType<SpotsWorld['delivery']>>;
let counting: Parameters<typeof countDownloads>[0];
let listeners = 0;
let batch = 0;

beforeAll(async () => {
  world = await spotsWorld();
  account = await world.portal.make.account();
  podcast = await world.portal.make.podcast(account, { title: 'The Show' });
  campaign = await world.spotCampaign(account, { positions: ['pre'], impressionLimit: 4 });
  episode = await world.episode(podcast, 90);
  delivery = await world.delivery();
  await createPodcastTables(world.clickhouse);
  const log = pino({ level: 'silent' });
  counting = {
    ...{ db: world.db, secrets: world.portal.kernel.secrets, geo: world.geo, podcastAgents: podcastAgents(), log },
    ...{ clickhouse: world.clickhouse, countSpots: countPromised(world) },
  };
});
afterAll(async () => {
  await delivery.close();
  await world.close();
});
/** A new listener's requests for parts of the episode, as the delivery process records them. */
const requests = async (...parts: ((of: { size: number; spot: DeliveredSlice['spots'] }) => [number, number])[]) => {
  const user_agent = `${listenerAgent} (${++listeners})`;
  const reply = await delivery.get(episode.key, { 'user-agent': user_agent });
  const size = (await bytesOf(reply)).length;
  const recorded = await slicesOf(user_agent);
  const one = recorded.at(-1)!;
  const at = world.clock.now().getTime();
  const slices = parts.map((part, i): DeliveredSlice => {
    const [from, to] = part({ size, spot: one.spots });
    return {
      ...one,
      request: `${user_agent} ${i}`,
      n: 0,
      last: true,
      status: 206,
      from,
      to,
      asked: to - from,
      at,
      started: at,
    };
  });
  return { slices, spots: one.spots ?? [] };
};
/** What the delivery process has recorded of a listener; those batches are removed, as the test writes its own. */
const slicesOf = async (agent: string): Promise<DeliveredSlice[]> => {
  const found = async () =>
    (await world.db.selectFrom('podcast_request_batches').select('requests').where('source', '<>', 'test').execute())
      .flatMap(({ requests: all }) => all as DeliveredSlice[])
      .filter(({ user_agent, last }) => user_agent === agent && last);
  await expect.poll(async () => (await found()).length).toBeGreaterThan(0);
  const slices = await found();
  await world.db.deleteFrom('podcast_request_batches').where('source', '<>', 'test').execute();
  return slices;
};
const record = async (slices: DeliveredSlice[]) =>
  await storeBatch(world.db, { source: 'test', batch: ++batch, slices });
const judgeAll = async () => {
  while (await countDownloads(counting)) await Promise.resolve();
};
const impressions = async () => (await deliveredOf(world.clickhouse, [campaign])).get(campaign) ?? 0;
const whole = ({ size }: { size: number }): [number, number] => [0, size];
const spotOnly = ({ spot }: { spot: DeliveredSlice['spots'] }): [number, number] => [spot![0]!.from, spot![0]!.to];
const behindSpot = ({ size, spot }: { size: number; spot: DeliveredSlice['spots'] }): [number, number] => [
  spot![0]!.to - 1,
  size,
];

test('a download with all bytes of its spot is an impression, once, however often the judge is killed', async () => {
  const { slices, spots } = await requests(whole, whole);
  expect(spots).toMatchObject([{ pinned: { slot: 0, campaign, position: 'pre', payout: 0 } }]);
  await record(slices);
  const killed = {
    ...counting,
    countSpots: async (...given: Parameters<typeof counting.countSpots>) => {
      await counting.countSpots(...given);
      throw new Error('killed');
    },
  };
  await expect(judgeNext(killed)).rejects.toThrow('killed');
  expect(await judgeNext(counting)).toBe(true);
  const { verdicts, impressions: rows } = await world.db
    .selectFrom('podcast_request_batches')
    .select(['verdicts', 'impressions'])
    .executeTakeFirstOrThrow();
  await judgeAll();
  expect(await impressions()).toBe(1);
  // Killed between the insertion and the removal of the batch: it is inserted again.
  await world.db
    .insertInto('podcast_request_batches')
    .values({
      source: 'test',
      batch,
      requests: '[]',
      verdicts: JSON.stringify(verdicts),
      impressions: JSON.stringify(rows),
    })
    .execute();
  await judgeAll();
  // The same listener hears it again.
  await record(slices.map((slice) => ({ ...slice, request: `${slice.request} again` })));
  await judgeAll();
  expect(await impressions()).toBe(1);
  const [row] = await queryRows<object>(
    world.clickhouse,
    'select podcast, country, city, kind, app from podcast_spots',
  );
  expect(row).toEqual({ podcast, country: 'GR', city: 'Athens', kind: 'pre', app: 'AntennaPod' });
});

test('a spot without a download, and a download without all of its spot, are none', async () => {
  const { slices } = await requests(spotOnly, behindSpot);
  await record(slices.slice(0, 1));
  await judgeAll();
  expect(await impressions()).toBe(1);
  const other = await requests(behindSpot, spotOnly);
  await record(other.slices.slice(0, 1));
  await judgeAll();
  expect(await impressions()).toBe(1);
  const counted = await queryRows<{ n: number }>(
    world.clickhouse,
    'select toFloat64(sum(download)) as n from podcast_requests',
  );
  expect(counted).toEqual([{ n: 2 }]);
  // The rest of the spot makes it one.
  await record(other.slices.slice(1));
  await judgeAll();
  expect(await impressions()).toBe(2);
});

test('no more is promised than the goal, and what was not heard within a day is given back, and counts no more', async () => {
  const promised = async () => (await world.db.selectFrom('ad_pin_spots').select('slot').execute()).length;
  expect(await promised()).toBe(3);
  const late = await requests(whole);
  expect(late.spots).toHaveLength(1);
  for (let again = 0; again < 2; again++)
    await delivery.get(episode.key, { 'user-agent': `${listenerAgent} (too many)` }).then(bytesOf);
  expect(await promised()).toBe(4);
  const leases = await world.db.selectFrom('ad_leases').select(['count']).execute();
  expect(leases.reduce((sum, { count }) => sum + Number(count), 0)).toBe(4);

  const now = world.clock.now().getTime();
  const lendable = {
    key: campaign,
    rate_limiting: { pacing: 'fast', perDay: null } as never,
    starts: 0,
    ends: now + 9 * dayMs,
  };
  expect(await lendToPodcasts(world.db, [lendable], new Date(now))).toEqual([]);
  await settlePodcastLeases(world.db, new Date(now + 2 * hourMs));
  expect(await lendToPodcasts(world.db, [lendable], new Date(now + 2 * hourMs))).toEqual([]);
  await settlePodcastLeases(world.db, new Date(now + 26 * hourMs));
  await record(late.slices);
  await judgeAll();
  expect(await impressions()).toBe(2);
  expect(await lendToPodcasts(world.db, [lendable], new Date(now + 26 * hourMs))).toMatchObject([{ count: 2 }]);
});

test('a campaign counts what podcasts delivered, and its report says in which', async () => {
  // Stopping, the process saves why it played nothing.
  await delivery.close();
  await copyDelivered(world.db, await deliveredOf(world.clickhouse, [campaign]), world.clock.now());
  const params = { id: account, cid: campaign };
  expect((await world.admin.ok(campaigns.get, { params })).impressions).toEqual({ actual: 2, objective: 4 });
  const { stats, quartiles } = await world.admin.ok(campaigns.report, { params, query: {} });
  expect(stats.topPodcasts).toEqual([{ key: podcast, name: 'The Show', impressions: 2 }]);
  expect(stats.topStations).toEqual([]);
  expect(stats.locationImpressions).toEqual([{ country: 'GR', region: 'Attica', city: 'Athens', impressions: 2 }]);
  // Of four promises two were not heard, and a fifth listener came when nothing was left.
  expect(stats.reasons).toEqual([
    { reason: 'left', count: 2 },
    { reason: 'lease', count: 1 },
  ]);
  expect(quartiles).toEqual({ started: 2, firstQuartile: 2, midpoint: 2, thirdQuartile: 2, complete: 2 });
});

test('what does not play in a break of an episode says why', async () => {
  await world.db.updateTable('campaigns').set({ enabled: false }).where('key', '=', campaign).execute();
  const perListener = [{ count: 1, seconds: 86_400 }];
  const capped = await world.spotCampaign(account, {
    advertiser: 'Often',
    rateLimiting: { pacing: 'fast', perListener },
  });
  const other = await world.portal.make.account();
  const blocked = await world.spotCampaign(other, { advertiser: 'Casino', category: 'gambling' });
  await world.db.updateTable('campaigns').set({ network: true }).where('key', '=', blocked).execute();
  const station = await world.portal.make.station(account);
  const rules = { station_key: station, breaks: '{}', blocked_categories: ['gambling' as const] };
  await world.db.insertInto('audio_ads').values(rules).execute();
  await world.db.updateTable('podcasts').set({ station_key: station }).where('key', '=', podcast).execute();
  const own = await world.delivery();
  for (const range of ['bytes=0-1', 'bytes=0-'])
    await own.get(episode.key, { 'user-agent': `${listenerAgent} (why)`, range }).then(bytesOf);
  await own.close();
  const reasonsOf = async (id: AccountKey, cid: CampaignKey) =>
    (await world.admin.ok(campaigns.report, { params: { id, cid }, query: {} })).stats.reasons;
  // A break before the episode and one behind it.
  expect(await reasonsOf(account, capped)).toEqual([{ reason: 'cap', count: 1 }]);
  expect(await reasonsOf(other, blocked)).toEqual([{ reason: 'blocked', count: 2 }]);
});
