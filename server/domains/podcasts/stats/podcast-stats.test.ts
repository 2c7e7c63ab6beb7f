import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcastStats } from '#contract/api/podcast-stats.ts';
import { podcastAgents } from '#server/engines/agents/podcast-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { bytesPerMinute, deliveredEpisode, tagBytes } from '../delivery/testing/delivered-episode.ts';
import { storeBatch } from '../delivery/request-batches.repo.ts';
import type { DeliveredSlice } from '../delivery/slices.ts';
import { startCounting, type CountDeps } from './count-downloads.ts';
import { deleteDownloads, deleteOrphanedDownloads } from './delete-downloads.service.ts';
import { createPodcastTables, podcastTables } from './podcast-clickhouse.ts';

/* Every request comes on one day, at its own time. */
const day = '2026-11-20';
const noon = Date.parse(`${day}T12:00:00Z`) - performance.now();
const clock = { now: () => new Date(noon + performance.now()) };
let clickhouse: TestClickHouse;
let portal: TestPortal;
let deps: CountDeps;
let account: AccountKey;
let podcast: PodcastKey;
let episode: { key: EpisodeKey; bytes: Buffer };
let owner: TestClient;
let person: TestPerson;
beforeAll(async () => {
  clickhouse = await testClickHouse();
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url, trustedProxies: ['127.0.0.1'] }, clock });
  const { db, secrets } = portal.kernel;
  const log = pino({ level: 'silent' });
  const geo = mmdbGeo(packagedDatabases());
  const countSpots = () => Promise.resolve([]);
  deps = { db, secrets, log, geo, podcastAgents: podcastAgents(), countSpots, clickhouse: clickhouse.client };
  account = await portal.make.account();
  podcast = await portal.make.podcast(account, { title: 'The Show' });
  episode = await deliveredEpisode(portal, podcast, 5, { title: 'One' });
  person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

const today = { from_date: day, to_date: day };
const overcast = 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)';
const antenna = 'AntennaPod/3.2.0';

const fetchEpisode = async (ip: string, agent: string, headers: Record<string, string> = {}, method = 'GET') => {
  const reply = await fetch(`${portal.url}/episodes/${episode.key}.mp3`, {
    method,
    headers: { 'user-agent': agent, 'x-forwarded-for': ip, ...headers },
  });
  await reply.arrayBuffer();
};
const requestsOf = async () =>
  (await owner.ok(podcastStats.requests, { params: { key: podcast }, query: today })).total;
const statsOf = async () => await owner.ok(podcastStats.podcast, { params: { key: podcast }, query: today });

describe('downloads', () => {
  it('are counted by bytes sent, per listener, app and country, with a verdict for each request', async () => {
    const counting = startCounting(deps);
    await fetchEpisode('8.8.8.8', antenna, {}, 'HEAD');
    await fetchEpisode('8.8.8.8', antenna, { range: 'bytes=0-1' });
    await fetchEpisode('8.8.8.8', antenna);
    await fetchEpisode('8.8.8.8', antenna);
    const enough = tagBytes + bytesPerMinute;
    await fetchEpisode('2a00:1450:4001:80b::1', overcast, { range: `bytes=0-${enough - 2}` });
    await fetchEpisode('2a00:1450:4001:80b::2', overcast, { range: `bytes=${enough - 5}-${enough + 5}` });
    await fetchEpisode('8.8.4.4', 'Googlebot/2.1');
    await fetchEpisode('8.8.4.4', antenna, { range: 'bytes=99999999-' });
    await expect.poll(requestsOf, { timeout: 45_000 }).toBe(8);
    await counting.stop();

    const stats = await statsOf();
    expect(stats.summaryStats).toMatchObject({ downloads: 2, uniques: 2, requests: 8 });
    expect(stats.summaryStats.totalBytes).toBe(3 * episode.bytes.length + 2 + (enough - 1) + 11);
    expect(stats.periodDateStats).toEqual([expect.objectContaining({ downloads: 2, uniques: 2 })]);
    expect(stats.episodeDateStats).toEqual([
      expect.objectContaining({ key: episode.key, title: 'One', podcast, downloads: 2 }),
    ]);
    expect(stats.podcasts).toEqual([expect.objectContaining({ key: podcast, title: 'The Show', downloads: 2 })]);
    expect(
      stats.apps
        .filter(({ downloads }) => downloads > 0)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['AntennaPod', 'Overcast']);
    expect(Object.fromEntries(stats.countries.map(({ iso, downloads }) => [iso, downloads]))).toEqual({ US: 1, DE: 1 });
    expect(Object.fromEntries(stats.verdicts.map(({ verdict, requests }) => [verdict, requests]))).toEqual({
      ...{ counted: 2, duplicate: 1, partial: 1, probe: 1, head: 1, bot: 1, refused: 1 },
    });
  });

  it('are reported for an account: all its podcasts, one podcast, or one episode', async () => {
    const of = async (query: { podcastKey?: PodcastKey; episodeKey?: EpisodeKey }) =>
      (await owner.ok(podcastStats.account, { params: { id: account }, query: { ...today, ...query } })).summaryStats
        .downloads;
    expect(await of({})).toBe(2);
    expect(await of({ podcastKey: podcast })).toBe(2);
    expect(await of({ episodeKey: episode.key })).toBe(2);
    expect(await of({ podcastKey: await portal.make.podcast(account) })).toBe(0);
    const foreign = await portal.make.podcast(await portal.make.account());
    const refused = await owner.call(podcastStats.account, {
      params: { id: account },
      query: { ...today, podcastKey: foreign },
    });
    expect(refused.status).toBe(404);
  });

  it('can be audited by request, as pages and as a file, without IP addresses', async () => {
    const params = { key: podcast };
    const { entities } = await owner.ok(podcastStats.requests, { params, query: { ...today, verdict: 'counted' } });
    expect(entities.map(({ app, reason }) => [app, reason])).toEqual([
      ['Overcast', 'enough'],
      ['AntennaPod', 'enough'],
    ]);
    const page = await owner.ok(podcastStats.requests, {
      params,
      query: { ...today, limit: '2', offset: '2' } as never,
    });
    expect([page.total, page.entities.length]).toEqual([8, 2]);
    const file = await owner.call(podcastStats.requestsFile, { params, query: today });
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.text.trim().split('\r\n')).toHaveLength(9);
    expect(file.text).not.toMatch(/8\.8\.[48]\.[48]|2a00/);
    const { rows } = await portal.kernel.db.executeQuery<{ all: string }>(
      (await import('kysely'))
        .sql`select coalesce(jsonb_agg(b)::text, '') as all from podcast_request_batches b`.compile(portal.kernel.db),
    );
    expect(rows[0]?.all).not.toContain('8.8.8.8');
  });

  it('are refused for an invalid period', async () => {
    const query = { from_date: '2026-02-01', to_date: '2026-01-01' };
    expect((await owner.call(podcastStats.podcast, { params: { key: podcast }, query })).status).toBe(400);
  });
});

const slice = (given: Partial<DeliveredSlice>): DeliveredSlice => ({
  ...{ type: 'delivered', request: 'r', n: 0, last: true, started: clock.now().getTime(), at: clock.now().getTime() },
  ...{ account, podcast, episode: episode.key, hash: 'h', size: 10_000, sound: 0, enough: 9900 },
  ...{ method: 'GET', status: 200, asked: 10_000, from: 0, to: 10_000, ip: '9.9.9.9', user_agent: antenna },
  ...{ referer: '', prefetch: false },
  ...given,
});

const sums = async (): Promise<number[]> =>
  await Promise.all(
    podcastTables.map(async (table) => {
      const column = table === 'podcast_requests' ? 'download' : 'downloads';
      const query = `select toFloat64(sum(t.${column})) as n from ${table} as t`;
      const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
      return (await result.json<{ n: number }>())[0]!.n;
    }),
  );

describe('counting', () => {
  it('counts a batch once, however often it is delivered and wherever counting was interrupted', async () => {
    const [before] = await sums();
    const slices = Array.from({ length: 50 }, (_, i) => slice({ request: `b${i}`, ip: `9.9.9.${i}` }));
    for (let time = 0; time < 3; time++) await storeBatch(deps.db, { source: 'delivery-1', batch: 7, slices });
    // Fails after the insert into ClickHouse, before the batch is removed from PostgreSQL.
    const insert = deps.clickhouse.insert.bind(deps.clickhouse);
    let inserts = 0;
    const failing = new Proxy(deps.clickhouse, {
      get: (target, name) =>
        name === 'insert'
          ? async (values: Parameters<typeof insert>[0]) => {
              inserts++;
              await insert(values);
              throw new Error('interrupted');
            }
          : (Reflect.get(target, name) as unknown),
    });
    const interrupted = startCounting({ ...deps, clickhouse: failing });
    await expect.poll(() => inserts, { timeout: 25_000 }).toBeGreaterThan(1);
    await interrupted.stop();
    const counting = startCounting(deps);
    const remaining = async () =>
      (await deps.db.selectFrom('podcast_request_batches').select('batch').execute()).length;
    await expect.poll(remaining, { timeout: 25_000 }).toBe(0);
    await counting.stop();
    const after = await sums();
    expect(after).toEqual([before! + 50, before! + 50, before! + 50]);
  });

  it('deletes the data of a podcast, and of podcasts that no longer exist', async () => {
    await createPodcastTables(clickhouse.client);
    await deleteOrphanedDownloads(deps.db, clickhouse.client);
    expect((await sums())[0]).toBeGreaterThan(0);
    await deleteDownloads(clickhouse.client, [podcast]);
    expect(await sums()).toEqual([0, 0, 0]);
    await deleteDownloads(clickhouse.client, [podcast]);
  });
});
