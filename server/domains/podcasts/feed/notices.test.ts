import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { sendNotice } from './notices.ts';

type Notice = { path: string; method: string; body: string; authorization: string | undefined };
let portal: TestPortal;
let hub: Server;
let admin: TestClient;
let notices: Notice[] = [];
let refusals = 0;
let now = new Date();

beforeAll(async () => {
  hub = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const isRefused = refusals > 0;
      if (isRefused) refusals -= 1;
      else
        notices.push({
          path: request.url ?? '',
          method: request.method ?? '',
          body,
          authorization: request.headers.authorization,
        });
      reply.writeHead(isRefused ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String((hub.address() as AddressInfo).port)}`;
  portal = await testPortal({
    clock: { now: () => now },
    config: { websubHub: `${address}/hub`, podping: { url: `${address}/ping`, token: 'podping-token' } },
    outbound: guardedOutbound({ isAllowed: (at) => at === '127.0.0.1', isPortAllowed: () => true }),
  });
  admin = await portal.as(await portal.make.person({ admin: true }));
  await portal.startJobs();
});
afterAll(async () => {
  await portal.close();
  hub.close();
});
beforeEach(() => {
  notices = [];
});

const podcastOf = async (): Promise<{ key: PodcastKey; feed: string }> => {
  const key = await portal.make.podcast(await portal.make.account());
  return { key, feed: (await admin.ok(podcasts.get, { params: { key } })).feed_url };
};
/** An episode with audio, which is a draft unless it has a publish date. */
const episodeIn = async (podcast: PodcastKey, published?: Date): Promise<EpisodeKey> => {
  const key = await portal.make.episode(podcast, published && { published });
  await portal.kernel.db
    .updateTable('episodes')
    .set({ audio: `episodes/${key}`, audio_size: 5000, audio_ms: 9000 })
    .where('key', '=', key)
    .execute();
  return key;
};
const publish = async (podcastKey: PodcastKey, title: string) => {
  const params = { podcastKey, episodeKey: await episodeIn(podcastKey) };
  await admin.ok(episodes.update, { params, body: { title, published: true } });
};
/** The notices about this feed; those of a previous test may still arrive. */
const noticesAbout = (feed: string): Notice[] =>
  notices.filter(({ path, body }) => decodeURIComponent(path + body).includes(feed));
const patience = { timeout: 30_000 };

test('a new episode notifies the hub and podping, once each', async () => {
  const { key, feed } = await podcastOf();
  await publish(key, 'Out now');
  await expect.poll(() => noticesAbout(feed).length, patience).toBe(2);
  const websub = notices.find(({ path }) => path === '/hub');
  expect(websub).toMatchObject({ method: 'POST' });
  expect(Object.fromEntries(new URLSearchParams(websub?.body))).toEqual({
    'hub.mode': 'publish',
    'hub.url': feed,
    'hub.topic': feed,
  });
  const podping = notices.find(({ path }) => path.startsWith('/ping?'));
  expect(podping).toMatchObject({ method: 'GET', authorization: 'podping-token' });
  expect(new URL(podping?.path ?? '', 'http://x').searchParams.get('url')).toBe(feed);
});

test('a failed notice is sent again', async () => {
  const { key, feed } = await podcastOf();
  refusals = 2;
  await publish(key, 'Again');
  await expect.poll(() => noticesAbout(feed).length, patience).toBe(2);
});

test('a draft or a feed without episodes causes no notice; a published episode does', async () => {
  const { key, feed } = await podcastOf();
  const draft = await portal.make.episode(key, { title: 'Draft' });
  await admin.ok(episodes.update, { params: { podcastKey: key, episodeKey: draft }, body: { title: 'Still a draft' } });
  const other = await podcastOf();
  await publish(other.key, 'News');
  await expect.poll(() => noticesAbout(other.feed).length, patience).toBe(2);
  expect(noticesAbout(feed)).toEqual([]);
});

test('a scheduled episode causes a notice at its publish date', async () => {
  const { queueDueNotices } = await import('./feed.work.ts');
  const { key, feed } = await podcastOf();
  await episodeIn(key, new Date(now.getTime() + 60_000));
  await queueDueNotices(portal.kernel);
  now = new Date(now.getTime() + 60_000);
  await queueDueNotices(portal.kernel);
  await expect.poll(() => noticesAbout(feed).length, patience).toBe(2);
  // No second notice for the same state; the notice of another feed shows that the queue was processed.
  await queueDueNotices(portal.kernel);
  const other = await podcastOf();
  await publish(other.key, 'Other');
  await expect.poll(() => noticesAbout(other.feed).length, patience).toBe(2);
  expect(noticesAbout(feed)).toHaveLength(2);
});

test('jobs that run at once send one notice', async () => {
  const { key, feed } = await podcastOf();
  await episodeIn(key, new Date(now.getTime() - 1000));
  const deps = { ...portal.kernel, brand };
  await Promise.all([1, 2, 3].map(() => sendNotice(deps, 'websub', key)));
  expect(noticesAbout(feed).filter(({ path }) => path === '/hub')).toHaveLength(1);
});
