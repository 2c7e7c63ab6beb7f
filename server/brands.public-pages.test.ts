import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brands } from '#brands/brands.ts';
import type { Brand } from '#contract/rules/brand.ts';
import { playerLanguages } from '#contract/rules/player-languages.ts';
import { players } from '#contract/api/players.ts';
import { session } from '#contract/api/session.ts';
import { sites } from '#contract/api/sites.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* What visitors of each brand read: no brand's name but its own, and podcasts only where they are called so, in any language. */

/** The word podcast as our languages write it. */
const podcast =
  /p[oòó]d[ck][aā]st|poddar|podkast|подкаст|пόντκαστ|بودكاست|پادکست|پوڈکاسٹ|פודקאסט|ポッドキャスト|播客|पॉडकास्ट|পডকাস্ট|พอดแคสต์|팟캐스트|taskuhääling|tinklalaid|siniar/i;

/** What people read, or hear from a reader: without the names of schema.org, of oEmbed and of elements, and without URLs. */
const readable = (text: string): string =>
  text
    .replace(/"@type":"\w+"/g, '')
    .replace(/\b(?:https?:\/)?\/[^\s"'<>]+/g, '')
    .replace(/<(?:link rel="(?:alternate|stylesheet)"|script defer)[^>]*>/g, '');

describe.each(Object.values(brands).map((brand) => [brand.id, brand] as const))('%s', (_id, brand: Brand) => {
  let portal: TestPortal;
  let pages: string[];
  beforeAll(async () => {
    portal = await testPortal({ brand });
    pages = await publishAll(portal, brand);
  });
  afterAll(() => portal.close());
  const others = Object.values(brands).filter(({ id }) => id !== brand.id);
  const forbidden = new RegExp(others.map(({ name }) => name).join('|'), 'i');

  test.each(playerLanguages)('says only its own words in %s', async (language) => {
    for (const path of pages) {
      const reply = await fetch(`${portal.url}${path}`, { headers: { 'accept-language': language } });
      const text = readable(await reply.text());
      expect([path, reply.status]).toEqual([path, path.includes('missing') ? 404 : 200]);
      expect([path, forbidden.exec(text)?.[0]]).toEqual([path, undefined]);
      if (brand.wording.podcast !== 'podcast') expect([path, podcast.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });
});

/** A station, a person, a podcast with an episode, players and a microsite, all public; returns the paths of their pages. */
const publishAll = async (portal: TestPortal, brand: Brand): Promise<string[]> => {
  const { make, kernel } = portal;
  const account = await make.account({ plan: 'premier', company: 'Harbour Lights' });
  const person = await make.person();
  await make.accountMember(account, person, 'owner');
  const owner = await portal.as(person);
  const station = await make.station(account, { name: 'Harbour Radio' });
  await make.stationMember(station, person, 'staff');
  const dj = { radio_personality: true, public: true, nickname: 'DJ Nova', bio: 'Plays the sea.', tags: ['Dub'] };
  await owner.ok(session.update, { body: { dj_info: { ...dj, pretty_url: `dj-nova-${brand.id}` } } });
  const series = await make.podcast(account, { station, title: 'Night Shift' });
  const episode = await make.episode(series, { title: 'The first night', published: new Date(Date.now() - 60_000) });
  await kernel.db
    .updateTable('episodes')
    .set({ audio: `episodes/${episode}`, audio_size: 5000, audio_ms: 754_000, upload_status: 'ready' })
    .where('key', '=', episode)
    .execute();
  const { db } = kernel;
  const named = await db
    .selectFrom('stations')
    .select('pretty_url')
    .where('key', '=', station)
    .executeTakeFirstOrThrow();
  const show = await db.selectFrom('podcasts').select('pretty_url').where('key', '=', series).executeTakeFirstOrThrow();
  const own = await owner.ok(players.ofStation, { params: { id: station } });
  const paths = [
    `/radio/${named.pretty_url}`,
    `/radio/${named.pretty_url}/manifest.webmanifest`,
    `/people/dj-nova-${brand.id}`,
    ...[`/shows/${show.pretty_url}`, `/shows/${show.pretty_url}/${episode}`, `/embed/episodes/${episode}`],
    ...[`/embed/${own.key}`, `/oembed?url=${encodeURIComponent(own.urls.page)}`, '/radio/missing', '/robots.txt'],
  ];
  if (!brand.flags.microsite) return paths;
  const params = { id: account };
  const { slug, draft } = await owner.ok(sites.get, { params });
  const { revision } = await owner.ok(sites.save, { params, body: { revision: 0, slug, draft } });
  await owner.ok(sites.publish, { params, body: { revision } });
  return [...paths, `/sites/${slug}`];
};
