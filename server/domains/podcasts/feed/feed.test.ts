import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcastFeed } from '#contract/api/podcast-feed.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import type { TestClient } from '#server/testing/client.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let key: PodcastKey;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  key = await portal.make.podcast(await portal.make.account(), { title: 'Night Shift', published: false });
});
afterAll(() => portal.close());

const feed = () => admin.ok(podcastFeed.get, { params: { key } });
const codes = async () => (await feed()).findings.map(({ code }) => code);
const episode = async (published: Date): Promise<void> => {
  const episodeKey = await portal.make.episode(key, { published });
  const values = { audio: `episodes/${episodeKey}`, audio_ms: 60_000, upload_status: 'ready' as const };
  await portal.kernel.db.updateTable('episodes').set(values).where('key', '=', episodeKey).execute();
};

test('returns the feed’s URL, episode counts and lint findings', async () => {
  await episode(new Date(Date.now() - 60_000));
  await episode(new Date(Date.now() + 3_600_000));
  const found = await feed();
  const { feed_url } = await admin.ok(podcasts.get, { params: { key } });
  expect(found).toMatchObject({ feed_url, published: false, episodes: 1, scheduled: 1, new_feed_url: '' });
  expect(Date.parse(found.changed)).toBeLessThanOrEqual(Date.now());
  expect(await codes()).toEqual(expect.arrayContaining(['channel.published', 'channel.ownerEmail', 'channel.image']));
});

test('drops findings that were fixed', async () => {
  const body = { published: true, owner_email: 'nora@radio.example', description: 'Awake.' };
  const logo = new File([await picture(1400, 1400)], 'logo.png', { type: 'image/png' });
  await admin.ok(podcasts.update, { params: { key }, body, file: logo });
  const remaining = await codes();
  for (const code of [
    'channel.published',
    'channel.ownerEmail',
    'channel.image',
    'channel.imageShape',
    'channel.description',
  ])
    expect(remaining).not.toContain(code);
});

test('previews the feed with twenty episodes for its team, published or not', async () => {
  await portal.kernel.db.updateTable('podcasts').set({ published: false }).where('key', '=', key).execute();
  for (let i = 0; i < 22; i++) await episode(new Date(Date.now() - 3_600_000 - i * 1000));
  const { xml, episodes, of } = await admin.ok(podcastFeed.preview, { params: { key } });
  expect([episodes, of, xml.split('<item>').length - 1]).toEqual([20, 23, 20]);
  expect(xml).toContain('<title>Night Shift</title>');
});

test('answers 404 to strangers', async () => {
  const stranger = await portal.as(await portal.make.person());
  expect((await stranger.call(podcastFeed.get, { params: { key } })).status).toBe(404);
  expect((await stranger.call(podcastFeed.preview, { params: { key } })).status).toBe(404);
});
