import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Updateable } from 'kysely';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import type { EpisodesTable } from '../podcasts.tables.ts';

const hostile = `</title><script>alert("x")</script>`;
let portal: TestPortal;
let podcast: PodcastKey;
let name: string;
let full: EpisodeKey;
beforeAll(async () => {
  portal = await testPortal();
  podcast = await portal.make.podcast(await portal.make.account(), { title: 'Night Shift' });
  name = await nameOf(podcast);
  full = await episodeIn(podcast, {
    title: 'The first night',
    rich_description: '<p>We <strong>begin</strong>.</p><script>alert(1)</script><p onclick="x()">On</p>',
    description: 'We begin.',
    chapters: JSON.stringify([
      { start: 0, title: 'Hello', url: '' },
      { start: 63, title: 'Guests', url: 'https://guests.example/' },
    ]),
    transcript: 'episodes/x',
    transcript_type: 'text/vtt',
    season: 2,
    episode: 4,
  });
});
afterAll(() => portal.close());

const nameOf = async (key: PodcastKey): Promise<string> =>
  (await portal.kernel.db.selectFrom('podcasts').select('pretty_url').where('key', '=', key).executeTakeFirstOrThrow())
    .pretty_url;
const episodeIn = async (
  of: PodcastKey,
  values: Updateable<EpisodesTable>,
  published = new Date(Date.now() - 60_000),
) => {
  const key = await portal.make.episode(of, { published });
  await portal.kernel.db
    .updateTable('episodes')
    .set({ audio: `episodes/${key}`, audio_size: 5000, audio_ms: 754_000, upload_status: 'ready', ...values })
    .where('key', '=', key)
    .execute();
  return key;
};
const get = async (path: string, init: RequestInit = {}) => {
  const reply = await fetch(`${portal.url}${path}`, { redirect: 'manual', ...init });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

describe('the page of a podcast', () => {
  test('shows it with its episodes, links to its feed, and has data for search engines', async () => {
    const { status, headers, text } = await get(`/shows/${name}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>Night Shift</h1>');
    expect(text).toContain(`href="/shows/${name}/${full}"`);
    expect(text).toContain(`type="application/rss+xml"`);
    expect(text).toContain(`http://portal.test/feeds/${name}`);
    expect(text).toContain('application/json+oembed');
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ '@type': 'PodcastSeries', name: 'Night Shift' });
  });

  test('is in the language, direction and dates of its visitor, else in its own', async () => {
    const arabic = await portal.make.podcast(await portal.make.account(), { language: 'ar' });
    await episodeIn(arabic, {}, new Date('2026-11-20T12:00:00Z'));
    const { text } = await get(`/shows/${await nameOf(arabic)}`);
    expect(text).toContain('<html lang="ar" dir="rtl"');
    expect(text).toContain('<h2 id="episodes">الحلقات</h2>');
    const french = (await get(`/shows/${await nameOf(arabic)}`, { headers: { 'accept-language': 'fr-CA' } })).text;
    expect(french).toContain('<html lang="fr" dir="ltr"');
    expect(french).toContain('<h3 lang="ar" dir="rtl">');
    expect(french).toContain('>20 novembre 2026<');
    expect(text).toMatch(/<time [^>]+>[^<]*نوفمبر[^<]*<\/time>/);
    expect((await get(`/shows/${name}`)).text).toContain('<html lang="en" dir="ltr"');
  });

  test('allows only its own scripts, and can’t be framed', async () => {
    const { headers, text } = await get(`/shows/${name}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain("frame-ancestors 'none'");
    for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/embed\/assets[^"]+)"/g))
      expect((await get(file)).status).toBe(200);
    expect(text).not.toMatch(/ (style|on\w+)="/);
  });

  test('has pages of fifty episodes, and 404 beyond the last', async () => {
    const many = await portal.make.podcast(await portal.make.account());
    for (let i = 0; i < 51; i++) await episodeIn(many, {}, new Date(Date.now() - 3_600_000 - i * 1000));
    const path = `/shows/${await nameOf(many)}`;
    const [first, second] = [await get(path), await get(`${path}?page=2`)];
    expect([first, second].map(({ text }) => text.split('<h3>').length - 1)).toEqual([50, 1]);
    expect(first.text).toContain('rel="next" href="?page=2"');
    for (const page of ['3', '0', 'x']) expect((await get(`${path}?page=${page}`)).status).toBe(404);
  });

  test('redirects from its former URL', async () => {
    const moved = await portal.make.podcast(await portal.make.account());
    const before = await nameOf(moved);
    await portal.kernel.db
      .updateTable('podcasts')
      .set({ pretty_url: `${before}-2` })
      .where('key', '=', moved)
      .execute();
    const { status, headers } = await get(`/shows/${before}`);
    expect([status, headers.get('location')]).toEqual([301, `/shows/${before}-2`]);
  });

  test('answers 304 to a client that has it', async () => {
    const { headers } = await get(`/shows/${name}`);
    const again = await get(`/shows/${name}`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });
});

describe('the page of an episode', () => {
  test('has its player, chapters, transcript and link preview', async () => {
    const { status, text } = await get(`/shows/${name}/${full}`);
    expect(status).toBe(200);
    for (const part of [
      `src="/episodes/${full}.mp3"`,
      'data-start="63"',
      `href="/episodes/${full}/transcript.vtt"`,
      'property="og:title" content="The first night – Night Shift"',
      `property="og:audio" content="http://portal.test/episodes/${full}.mp3"`,
      'Season 2, Episode 4',
    ])
      expect(text).toContain(part);
    expect(text).toContain('13 min');
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ '@type': 'PodcastEpisode', episodeNumber: 4, timeRequired: 'PT754S' });
  });

  test('keeps the formatting of rich text, but no scripts', async () => {
    const { text } = await get(`/shows/${name}/${full}`);
    expect(text).toContain('<strong>begin</strong>');
    expect(text).not.toContain('alert(1)');
    expect(text).not.toContain('onclick');
  });

  test('escapes hostile texts', async () => {
    const other = await portal.make.podcast(await portal.make.account(), { title: hostile });
    const key = await episodeIn(other, { title: hostile, description: hostile, subtitle: hostile });
    for (const path of [
      `/shows/${await nameOf(other)}`,
      `/shows/${await nameOf(other)}/${key}`,
      `/embed/episodes/${key}`,
    ]) {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(text).not.toContain('<script>alert');
    }
  });

  test('does not exist under another podcast', async () => {
    const other = await portal.make.podcast(await portal.make.account());
    expect((await get(`/shows/${await nameOf(other)}/${full}`)).status).toBe(404);
  });
});

describe('an embedded episode', () => {
  test('can be framed by any site', async () => {
    const { status, headers, text } = await get(`/embed/episodes/${full}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(text).toContain('noindex');
  });

  test('loads one script of less than 30 kB, compressed, also in a frame without an origin', async () => {
    const { text } = await get(`/embed/episodes/${full}`);
    const scripts = [...text.matchAll(/<script [^>]+>/g)].map(([tag]) => tag).filter((tag) => !tag.includes('ld+json'));
    const [, file = ''] =
      /^<script defer src="(\/embed\/assets\/\w+\/episode-player\.js)">$/.exec(scripts.join()) ?? [];
    const { status, headers, text: script } = await get(file);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    expect(() => new Script(script)).not.toThrow();
    expect(script.length).toBeLessThan(30_000);
  });

  test('is described by oEmbed, for its page and its podcast’s', async () => {
    for (const page of [`shows/${name}/${full}`, `shows/${name}`]) {
      const url = encodeURIComponent(`http://portal.test/${page}`);
      const { status, headers, text } = await get(`/oembed?url=${url}&maxwidth=400`);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      const found = JSON.parse(text) as Record<string, unknown>;
      expect(found).toMatchObject({
        version: '1.0',
        type: 'rich',
        title: 'The first night',
        author_name: 'Night Shift',
        width: 400,
      });
      expect(found['html']).toContain(`<iframe src="http://portal.test/embed/episodes/${full}"`);
    }
    for (const url of [
      '',
      'x',
      'https://elsewhere.example/shows/a',
      'http://portal.test/feeds/a',
      `http://portal.test/shows/${name}/none`,
    ])
      expect((await get(`/oembed?url=${encodeURIComponent(url)}`)).status).toBe(404);
    expect((await get(`/oembed?url=x&format=yaml`)).status).toBe(501);
  });
});

test('what is not public gets the 404 page', async () => {
  const account = await portal.make.account();
  const hidden = await portal.make.podcast(account, { published: false });
  const inHidden = await episodeIn(hidden, {});
  const draft = await portal.make.episode(podcast, { title: 'Draft' });
  const later = await episodeIn(podcast, { title: 'Later' }, new Date(Date.now() + 3_600_000));
  const paths = [
    `/shows/${await nameOf(hidden)}`,
    `/shows/${await nameOf(hidden)}/${inHidden}`,
    `/embed/episodes/${inHidden}`,
    `/shows/${name}/${draft}`,
    `/shows/${name}/${later}`,
    `/embed/episodes/${later}`,
    '/shows/nothing-here',
    '/shows/nothing-here/x',
    '/embed/episodes/x',
  ];
  for (const path of paths) {
    const { status, text } = await get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).toContain('Page not found');
  }
  expect((await get(`/shows/${name}`)).text).not.toMatch(/Draft|Later/);
});
