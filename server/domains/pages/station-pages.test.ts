import { gzipSync } from 'node:zlib';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { playerLanguages } from '#contract/rules/player-languages.ts';
import type { StationLive } from '#contract/api/session.ts';
import { markupTexts } from '#contract/testing/hostile-texts.ts';
import { stations } from '#contract/api/stations.ts';
import type { StationsTable } from '#server/domains/stations/stations.tables.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { stationWithPage } from './testing/station-with-page.ts';

/* Friday, in the afternoon in Berlin. */
const now = new Date('2026-11-27T14:30:00Z');
let portal: TestPortal;
let account: AccountKey;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  account = await portal.make.account();
});
afterAll(() => portal.close());

const stationWith = (values: Updateable<StationsTable> = {}, of: AccountKey = account) =>
  stationWithPage(portal, of, values);
const publish = (key: StationKey, title: string, also: Partial<StationLive> = {}): void =>
  portal.live.publish({
    ...{ key, status: 'active', source: 'live', encoder: null, title, track: null, listeners: 1 },
    track_started: now.toISOString(),
    ...also,
  });
const get = async (path: string, init: RequestInit = {}) => {
  const reply = await fetch(`${portal.url}${path}`, { redirect: 'manual', ...init });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
let asked = 0;
/** Written for this request: others get one of up to ten minutes ago. */
const sitemap = async (): Promise<string> => (await get(`/sitemaps/stations.xml?n=${String(++asked)}`)).text;
const dataOf = (text: string): { '@graph': Record<string, unknown>[] } =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as never;

describe('the page of a station', () => {
  test('shows the station in its language, and what it plays', async () => {
    const { key, path, mount } = await stationWith();
    publish(key, 'Ada - Deep Blue');
    await get(path);
    publish(key, 'Nova - Tide');
    const { status, headers, text } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const part of [
      '<html lang="de" dir="ltr"',
      '<h1>Wave Radio</h1>',
      'Everything that swims.',
      'On the air since 1999.',
      'data-title>Tide</p>',
      'data-artist>Nova</p>',
      'data-badge>Live</p>',
      `<time datetime="${now.toISOString()}" data-clock>15:30</time>`,
      '<b>Deep Blue</b>',
      'href="https://wave.example" rel="noopener">wave.example</a>',
      'href="tel:+4930123"',
      'href="https://facebook.com/wave"',
      `href="http://stream.test:8000/${mount}.m3u"`,
      `<link rel="canonical" href="http://portal.test${path}"`,
      'content="music.radio_station"',
      `og:audio" content="http://stream.test:8000/${mount}"`,
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('noindex');
    expect(text).not.toContain('javascript:');
    expect(gzipSync(text).length).toBeLessThan(12_000);
  });

  test('shows the pictures of tracks that have one beside those that were played', async () => {
    const { key, path } = await stationWith({ logo: 'station-y.webp' });
    const track = await portal.make.track(key, { title: 'Deep Blue' });
    await portal.kernel.db.updateTable('tracks').set({ artwork: 'artwork-x.webp' }).where('key', '=', track).execute();
    const rows = async () =>
      [...(await get(path)).text.matchAll(/<time datetime="2026-.*?<\/li>/gs)].map(([row]) => row);
    publish(key, 'Nova - Tide');
    await get(path);
    publish(key, 'Ada - Deep Blue', { track: { key: track, title: 'Deep Blue', artist: 'Ada', album: '' } });
    expect(await rows()).toEqual([expect.not.stringContaining('small-art')]);
    publish(key, 'Nova - Wave');
    const [latest, before] = await rows();
    expect(latest).toContain(
      '<img src="http://portal.test/images/artwork-x.webp" width="40" height="40" alt="" loading="lazy"',
    );
    expect(before).toMatch(/<span class="small-art"\s*><\/span/);
  });

  test('plays without scripts, and has nothing inline with them', async () => {
    const { path, mount } = await stationWith();
    const { headers, text } = await get(path);
    expect(text).toContain(
      `<noscript><audio controls preload="none" src="http://stream.test:8000/${mount}"></audio></noscript>`,
    );
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    for (const part of [
      "default-src 'none'",
      "script-src 'self';",
      "media-src 'self' http://stream.test:8000 blob:",
      "connect-src 'self' http://portal.test http://stream.test:8000",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part);
    expect(text).not.toMatch(/ (style|on\w+)="/);
    const scripts = [...text.matchAll(/<script (?!type="application\/ld)[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual([expect.stringMatching(/^<script defer src="\/embed\/assets\/\w+\/station-page\.js">$/)]);
    for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/embed\/assets[^"]+)"/g)) {
      const { status, text: body } = await get(file);
      expect([file, status]).toEqual([file, 200]);
      expect(gzipSync(body).length).toBeLessThan(12_000);
    }
  });

  test('speaks the language of its visitor, from right to left where that is so; the station’s own words say theirs', async () => {
    const { path } = await stationWith();
    const inLanguage = async (accept: string, query = '') =>
      await get(`${path}${query}`, { headers: { 'accept-language': accept } });
    const { headers, text } = await inLanguage('xx, ar-EG;q=0.9, en;q=0.5');
    expect(headers.get('vary')).toContain('accept-language');
    expect(text).toContain('<html lang="ar" dir="rtl"');
    expect(text).toContain('<div lang="de" dir="ltr"><h1>Wave Radio</h1>'.replace('><', '> <'));
    expect(text).toContain('<h2 id="about">نبذة</h2>');
    expect(text).toContain('<p class="plain" lang="de" dir="ltr">On the air since 1999.</p>');
    expect(text).toContain(`<link rel="canonical" href="http://portal.test${path}" />`);
    const chosen = (await inLanguage('ar', '?lang=pt-BR')).text;
    expect(chosen).toContain('<html lang="pt-BR" dir="ltr"');
    expect(chosen).toContain(`<link rel="canonical" href="http://portal.test${path}?lang=pt-BR" />`);
    expect((await inLanguage('ar', '?lang=xx')).text).toContain('<html lang="ar"');
    expect((await inLanguage('tlh')).text).toContain('<html lang="de"');
    expect((await get((await stationWith({ language: 'tlh' })).path)).text).toContain('<html lang="en"');
  });

  test('tells search engines each language that it speaks', async () => {
    const { path } = await stationWith();
    const { text } = await get(path);
    const named = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
    expect(named.map(([, language]) => language)).toEqual([...playerLanguages, 'x-default']);
    expect(named.map(([, , url]) => url)).toContain(`http://portal.test${path}?lang=zh-Hant`);
    const hidden = await stationWith({ searchable: false });
    expect((await get(hidden.path)).text).not.toContain('hreflang');
  });

  test('hides the tracks of a station that hides them, and says what is off the air', async () => {
    const { key, path } = await stationWith({ show_tracks_playing: false });
    publish(key, 'Secret - Song');
    expect((await get(path)).text).not.toContain('Song');
    publish(key, '', { status: 'inactive', source: 'none' });
    expect((await get(`${path}?lang=en`)).text).toContain('data-badge>Off air</p>');
  });

  test('describes it for search engines', async () => {
    const { key, path } = await stationWith();
    await portal.make.podcast(account, { station: key, title: 'Night Shift' });
    const { '@graph': graph } = dataOf((await get(path)).text);
    expect(graph.map((one) => one['@type'])).toEqual([
      'RadioStation',
      'BroadcastService',
      'PodcastSeries',
      'BreadcrumbList',
    ]);
    const url = `http://portal.test${path}`;
    expect(graph[0]).toMatchObject({
      ...{ '@id': `${url}#station`, url, name: 'Wave Radio', telephone: '+49 30 123' },
      address: { addressCountry: 'DE' },
      sameAs: ['https://wave.example', 'https://facebook.com/wave'],
      potentialAction: { '@type': 'ListenAction', target: `${url}?play` },
    });
    expect(graph[1]).toMatchObject({ inLanguage: 'de', broadcaster: { '@id': `${url}#station` } });
  });

  test('lists its podcasts, but not hidden ones, nor those of other stations', async () => {
    const { key, path } = await stationWith();
    const other = await stationWith();
    await portal.make.podcast(account, { station: key, title: 'Night Shift' });
    await portal.make.podcast(account, { station: key, title: 'Draft Show', published: false });
    await portal.make.podcast(account, { station: other.key, title: 'Elsewhere Show' });
    const { text } = await get(path);
    expect(text).toContain('<h3>Night Shift</h3>');
    expect(text).not.toMatch(/Draft Show|Elsewhere Show/);
  });

  test('has the programme of the next week, as it is recorded', async () => {
    const { key, path } = await stationWith();
    const podcast_key = await portal.make.podcast(account, { station: key, title: 'Night Shift' });
    const schedule = {
      ...{ podcast_key, station_key: key, name: 'x', first_day: '2026-11-01', last_day: null },
      ...{ timezone: 'Europe/Berlin', every_weeks: 1, publish: 'draft' as const, title: '{name}' },
      slots: JSON.stringify([{ duration: 120, daysOfWeek: [5, 7], start: '14:00' }]),
    } as const;
    await portal.kernel.db.insertInto('recording_schedules').values(schedule).execute();
    const { text } = await get(path);
    const english = (await get(`${path}?lang=en`)).text;
    const programme = /<h2 id="programme".*?<\/section>/s.exec(text)?.[0] ?? '';
    expect([...programme.matchAll(/data-day>([^<]+)</g)].map(([, day]) => day)).toEqual([
      'Fr., 27. Nov.',
      'So., 29. Nov.',
      'Fr., 4. Dez.',
    ]);
    expect(programme).toMatch(/data-clock>14:00<.*?data-clock ?>16:00<.*?Night Shift<\/bdi><\/a ?> <span[^>]*>Jetzt</s);
    expect(programme).toContain('Zeiten in Europe/Berlin.');
    expect(english).toContain('data-zone="Times in your time zone.">Times in Europe/Berlin.<');
    expect(dataOf(text)['@graph'].find((one) => one['@type'] === 'BroadcastEvent')).toMatchObject({
      name: 'Night Shift',
      startDate: '2026-11-27T13:00:00.000Z',
    });
  });

  test('escapes hostile texts', async () => {
    const { key, path } = await stationWith();
    const shape = (text: string) =>
      text
        .replace(/>[^<]*</g, '><')
        .replace(/="[^"]*"/g, '=""')
        .replace(/\s+/g, ' ');
    const write = async (text: string) => {
      await portal.kernel.db
        .updateTable('stations')
        .set({ name: text, description: text, about: text, phone: text })
        .where('key', '=', key)
        .execute();
      publish(key, `${text} - ${text}`);
      return (await get(path)).text.replace(/<script type="application\/ld\+json">.*?<\/script>/s, '');
    };
    await write('First');
    const before = shape(await write('Plain text'));
    for (const text of markupTexts) {
      const page = await write(text);
      expect([text, shape(page).split('<ol')[0]]).toEqual([text, before.split('<ol')[0]]);
      expect(page).not.toMatch(/<script>|<img src=x|<iframe|<svg\//);
      expect(dataOf((await get(path)).text)['@graph'][0]).toMatchObject({ name: text });
    }
  });

  test('answers 304 to a client that has it', async () => {
    const { path } = await stationWith();
    const { headers } = await get(path);
    const again = await get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, no-cache']);
  });
});

describe('who has a page', () => {
  test('no station that isn’t public, is suspended or deleted, nor one of such an account', async () => {
    const hidden = [
      await stationWith({ public: false }),
      await stationWith({ suspended_at: now }),
      await stationWith({ deleted_at: now }),
      await stationWith({}, await portal.make.account({ suspended: true })),
      await stationWith({}, await portal.make.account({ deleted: true })),
    ];
    const files = ['', '/manifest.webmanifest', '/sw.js', '/card.png', '/icon-192.png'];
    const paths = hidden.flatMap(({ path }) => files.map((file) => `${path}${file}`));
    for (const path of [...paths, '/radio/nothing-here', `/radio/${'x'.repeat(200)}`]) {
      const { status, text } = await get(path);
      expect([path, status, text.includes('Page not found')]).toEqual([path, 404, true]);
    }
    for (const { path } of hidden) {
      expect((await get(`/oembed?url=${encodeURIComponent(`http://portal.test${path}`)}`)).status).toBe(404);
      expect(await sitemap()).not.toContain(path);
    }
  });

  test('a station outside of search engines has a page that they don’t list', async () => {
    const { path } = await stationWith({ searchable: false });
    expect((await get(path)).text).toContain('<meta name="robots" content="noindex">');
    expect(await sitemap()).not.toContain(path);
  });

  test('former URLs redirect, until another station takes them; case does not matter', async () => {
    const person = await portal.make.person();
    await portal.make.accountMember(account, person, 'owner');
    const owner = await portal.as(person);
    const { key, path, name } = await stationWith();
    const pretty_url = `${name}-New`;
    await owner.ok(stations.setPrettyUrl, { params: { key }, body: { pretty_url } });
    for (const former of [
      path,
      `/radio/${pretty_url.toUpperCase()}`,
      path.replace('/radio/', '/radio/').toUpperCase().replace('/RADIO', '/radio'),
    ]) {
      const { status, headers } = await get(former);
      expect([status, headers.get('location')]).toEqual([301, `/radio/${pretty_url}`]);
    }
    expect((await get(`${path}/card.png`)).headers.get('location')).toBe(`/radio/${pretty_url}/card.png`);
    const other = await stationWith();
    await owner.ok(stations.setPrettyUrl, { params: { key: other.key }, body: { pretty_url: name } });
    expect((await get(path)).status).toBe(200);
    await portal.kernel.db.updateTable('stations').set({ public: false }).where('key', '=', key).execute();
    expect((await get(`/radio/${pretty_url}`)).status).toBe(404);
  });
});
