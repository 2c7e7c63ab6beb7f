import { parseFeed } from 'podcast-partytime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { recordingSchedules } from '#contract/api/recording-schedules.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* A Sunday, an hour before the broadcast. */
let now = new Date('2027-01-03T19:00:00Z');
let portal: TestPortal;
let admin: TestClient;
let key: PodcastKey;
let station: StationKey;
let name: string;
beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  admin = await portal.as(await portal.make.person({ admin: true }));
  const account = await portal.make.account();
  station = await portal.make.station(account);
  key = await portal.make.podcast(account, { station });
  name = (await admin.ok(podcasts.get, { params: { key } })).pretty_url;
});
afterAll(() => portal.close());

const feed = async (): Promise<string> => (await fetch(`${portal.url}/feeds/${name}`)).text();
const live = async (): Promise<string[]> =>
  [...(await feed()).matchAll(/<podcast:liveItem status="(\w+)" start="([^"]+)"/g)].map(
    ([, status = '', start = '']) => `${status} ${start.slice(0, 16)}`,
  );
const patience = { timeout: 15_000 };

test('a recording schedule appears in the feed at once, with its frequency and the next broadcasts', async () => {
  expect(await live()).toEqual([]);
  const { id } = await admin.ok(recordingSchedules.create, {
    params: { podcastKey: key },
    body: {
      stream: station,
      name: 'Sunday',
      begin: '2027-01-01',
      end: null,
      timezone: 'UTC',
      frequency: 1,
      publish: 'draft',
      title: '{name}, {date}',
      slots: [{ duration: 60, daysOfWeek: [7], start: '20:00' }],
    },
  });
  await expect.poll(live, patience).toEqual(['pending 2027-01-03T20:00', 'pending 2027-01-10T20:00']);
  const xml = await feed();
  expect(xml).toMatch(/<podcast:updateFrequency rrule="FREQ=WEEKLY[^"]*">Weekly on Sunday</);
  expect(parseFeed(xml)?.podcastLiveItems).toHaveLength(2);
  expect(xml).toMatch(/<enclosure url="http:\/\/stream\.test:8000\/mount/);

  now = new Date('2027-01-03T20:00:00Z');
  await expect.poll(async () => (await live())[0], patience).toBe('live 2027-01-03T20:00');
  now = new Date('2027-01-03T21:00:00Z');
  await expect.poll(async () => (await live())[0], patience).toBe('pending 2027-01-10T20:00');

  await admin.ok(recordingSchedules.remove, { params: { podcastKey: key, id } });
  await expect.poll(async () => (await feed()).includes('updateFrequency'), patience).toBe(false);
});
