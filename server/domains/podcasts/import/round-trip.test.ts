import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { episodes, type Episode } from '#contract/api/episodes.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcastImport } from '#contract/api/podcast-import.ts';
import { podcasts, type Podcast } from '#contract/api/podcasts.ts';
import { fakePodcastHost, type FakePodcastHost } from './testing/fake-podcast-host.ts';
import { importRig, type ImportRig } from './testing/import-rig.ts';

/* A podcast published by one installation is imported by another without loss. */

let front: FakePodcastHost;
let source: ImportRig;
let target: ImportRig;
beforeAll(async () => {
  front = await fakePodcastHost();
  source = await importRig({ config: { publicUrl: front.url, deliveryUrl: front.url } });
  target = await importRig();
  front.pass(({ url, headers, method }, reply) => {
    const proxied = request(new URL(url ?? '/', source.portal.url), { headers, method }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    proxied.end();
  });
  await source.work();
  await target.work();
}, 120_000);
afterAll(async () => {
  front.close();
  await source.close();
  await target.close();
});

const podcastFields = {
  title: 'Fish & Chips <live> "now"',
  subtitle: 'Two cooks – one sea',
  description: 'Salt & vinegar <3 everyday.\n\nSecond paragraph: 5 > 4 & 3 < 4.',
  summary: 'A summary of “all” of it',
  author: 'Ann O’Brien & Zoë',
  owner_name: 'Ann O’Brien',
  owner_email: 'ann@example.com',
  copyright: '© 2026 Ann',
  link: 'https://fish.example/?a=1&b=2',
  language: 'en-GB',
  show_type: 'serial',
  categories: ['Technology/Gadgets', 'Games & Hobbies/Other Games', 'Religion & Spirituality/Other'],
  keywords: ['fish', 'chips & peas'],
  explicit: true,
  complete: true,
  block: true,
  locked: true,
  medium: 'music',
  funding: [{ url: 'https://fish.example/give?x=1&y=2', label: 'Give & take' }],
  persons: [{ name: 'Zoë', role: 'host', link: 'https://zoe.example/', image: 'https://zoe.example/z.jpg' }],
} as const;

const episodeFields = {
  title: '1: “Cod” & <batter>',
  subtitle: 'In which it is fried',
  description: 'Plain words & signs: a < b.',
  rich_description: '<p>Rich <strong>words</strong> &amp; <em>signs</em></p><ul><li>one</li><li>two</li></ul>',
  summary: 'Short & salty',
  author: 'Zoë',
  tags: ['cod', 'oil & heat'],
  season: 3,
  episode: 14,
  episode_type: 'bonus',
  explicit: true,
  block: true,
  published: true,
  publish_date: '2024-02-29T23:59:58.000Z',
  link: 'https://fish.example/1?a=1&b=2',
  persons: [{ name: 'Bob & Co', role: 'guest', link: '', image: '' }],
  chapters: [
    { start: 0, title: 'Start & <go>', url: '' },
    { start: 1.5, title: 'Later', url: 'https://fish.example/later?a=1&b=2' },
  ],
} as const;

const transcript = 'WEBVTT\n\n00:00.000 --> 00:01.500\nHello & welcome\n';

const publish = async () => {
  const owner = await source.newOwner();
  const logo = new Blob([new Uint8Array(source.picture('1400x1400', 'navy'))]);
  const body = structuredClone(podcastFields) as never;
  const podcast = await owner.ok(podcasts.create, { query: { accountKey: owner.account }, body, file: logo });
  const params = { podcastKey: podcast.key };
  const sound = (hz: number) => new Blob([new Uint8Array(source.sound(`${hz}.mp3`, hz, 4))]);
  const add = async (fields: object, hz: number) => {
    const { key } = await owner.ok(episodes.create, { params, body: structuredClone(fields) as never });
    const one = { ...params, episodeKey: key };
    await owner.ok(episodes.uploadFor, { params: one, fields: { name: `${hz}.mp3` }, file: sound(hz) });
    return one;
  };
  const first = await add(episodeFields, 440);
  const logoOfFirst = new Blob([new Uint8Array(source.picture('1500x1500', 'maroon'))]);
  await owner.ok(episodes.update, { params: first, body: {}, file: logoOfFirst });
  await owner.ok(episodes.setTranscript, { params: first, file: new Blob([transcript]) });
  await add({ title: 'Plain', published: true, publish_date: '2025-01-01T00:00:00.000Z' }, 660);
  await source.portal.drain();
  await expect
    .poll(async () => (await owner.episodesOf(podcast.key)).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(['published', 'published']);
  return { owner, podcast: await owner.ok(podcasts.get, { params: { key: podcast.key } }) };
};

type Owner = Awaited<ReturnType<ImportRig['newOwner']>>;
const importFeed = async (owner: Owner, feed: string): Promise<PodcastKey> => {
  await owner.ok(podcastImport.prove, { body: { feed_url: feed } });
  const code = /\d{8}/.exec(target.portal.mails.at(-1)?.subject ?? '')?.[0] ?? '';
  const { json, status } = await owner.start(feed, { code });
  expect(status, JSON.stringify(json)).toBe(202);
  const task = await owner.ended(json.id);
  expect(task).toMatchObject({ status: 'SUCCESS', notes: [], counts: { imported: 2, failed: 0 } });
  expect((await owner.items(json.id)).flatMap(({ notes }) => notes)).toEqual([]);
  return json.data.key;
};

/** The fields of a podcast or an episode that are the same on every installation. */
const portable = ({ key: _key, created: _created, updated: _updated, ...entity }: Podcast | Episode): object =>
  Object.fromEntries(Object.entries(entity).filter(([name]) => !localFields.has(name)));
const localFields = new Set(
  'account station_key podcast pretty_url image image_key feed_url page_url embed_code parent file_url size total_size original transcript edit'.split(
    ' ',
  ),
);

it('imports a podcast without loss', async () => {
  const { owner, podcast } = await publish();
  const other = await target.newOwner();
  const key = await importFeed(other, podcast.feed_url);

  const imported = await other.ok(podcasts.get, { params: { key } });
  expect(portable(imported)).toEqual(portable(podcast));
  expect(imported).toMatchObject({ ...podcastFields, guid: podcast.guid, image: expect.any(String) as string });
  const [before, after] = [await owner.episodesOf(podcast.key), await other.episodesOf(key)];
  expect(after.map(portable)).toEqual(before.map((one) => ({ ...portable(one), link: one.link || one.page_url })));
  expect(after[0]).toMatchObject({ ...episodeFields, guid: before[0]?.guid, image: expect.any(String) as string });
  expect(after[1]?.image).toBeNull();

  const vtt = await fetch(`${target.portal.url}/episodes/${String(after[0]?.key)}/transcript.vtt`);
  expect(await vtt.text()).toBe(transcript);
  for (const [i, one] of before.entries())
    expect(await framesHash(target.portal.url, after[i])).toBe(await framesHash(source.portal.url, one));
}, 180_000);

/** A hash of an episode's frames as delivered. */
const framesHash = async (portal: string, episode: Episode | undefined): Promise<string> => {
  const file = await fetch(`${portal}/episodes/${String(episode?.key)}.mp3`);
  const hash = ['-v', 'error', '-i', 'pipe:0', '-map', '0:a', '-c', 'copy', '-f', 'md5', '-'];
  return execFileSync('ffmpeg', hash, { input: Buffer.from(await file.arrayBuffer()), timeout: 60_000 }).toString();
};
