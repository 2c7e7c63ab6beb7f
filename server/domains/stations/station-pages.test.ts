import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { stations } from '#contract/api/stations.ts';
import { streamTypeName } from '#contract/api/station-lists.ts';
import type { TestClient } from '#server/testing/client.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let visitor: TestClient;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  visitor = await portal.as(undefined);
});
afterAll(() => portal.close());
beforeEach(async () => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account();
  await portal.make.accountMember(account, person, 'owner');
  key = await portal.make.station(account);
});

const params = () => ({ params: { key } });
const get = () => owner.ok(stations.get, params());
const error = ({ text }: { text: string }) =>
  (JSON.parse(text) as { error: { code: string; fields?: Record<string, string> } }).error;
const inUse = 'The URL is already in use.';

describe('the profile', () => {
  test('stores site URL, contact details and social links, field by field', async () => {
    const { pretty_url } = await get();
    expect(await owner.ok(stations.profile, params())).toMatchObject({ site_url: pretty_url, about: '', website: '' });
    await owner.ok(stations.setProfile, {
      ...params(),
      body: { about: 'Since 1999', social: { facebook: 'facebook.com/wave', x: 'https://x.com/wave' } },
    });
    const site_url = `My_Wave-${key.slice(2, 10)}`;
    const body = { site_url, website: 'wave.fm', phone: '+49 30 1', social: { x: '' } };
    const profile = await owner.ok(stations.setProfile, { ...params(), body });
    expect(profile).toEqual({
      site_url,
      page_url: `http://portal.test/radio/${site_url}`,
      about: 'Since 1999',
      website: 'https://wave.fm',
      phone: '+49 30 1',
      social: {
        facebook: 'https://facebook.com/wave',
        x: '',
        instagram: '',
        youtube: '',
        tiktok: '',
        linkedin: '',
        whatsapp: '',
        telegram: '',
      },
    });
    expect(await get()).toMatchObject({ pretty_url: site_url, about: 'Since 1999', profile: profile.social });
  });

  test.each([
    ['social.facebook', { social: { facebook: 'javascript:alert(1)' } }],
    ['website', { website: 'not a site' }],
    ['site_url', { site_url: 'tiny' }],
    ['phone', { phone: 'ring' }],
  ])('is refused if %s is invalid', async (field, body) => {
    const reply = await owner.call(stations.setProfile, { ...params(), body });
    expect([reply.status, Object.keys(error(reply).fields ?? {})]).toEqual([400, [field]]);
  });

  test('is refused and unchanged if another station uses the site URL', async () => {
    const other = await portal.make.station(account);
    const { pretty_url } = await owner.ok(stations.get, { params: { key: other } });
    const body = { site_url: pretty_url.toUpperCase(), about: 'Not saved' };
    const reply = await owner.call(stations.setProfile, { ...params(), body });
    expect([reply.status, error(reply)]).toMatchObject([
      409,
      { code: 'station.urlInUse', fields: { site_url: inUse } },
    ]);
    expect((await get()).about).toBe('');
  });
});

describe('the page URL', () => {
  test('goes to one of fifty stations that request it at once', async () => {
    const fifty = await Promise.all(Array.from({ length: 50 }, () => portal.make.station(account)));
    const replies = await Promise.all(
      fifty.map((one, i) =>
        owner.call(stations.setPrettyUrl, {
          params: { key: one },
          body: { pretty_url: i % 2 ? 'The-Best-Radio' : 'the-best-radio' },
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(
      new Set(refused.map((reply) => [reply.status, error(reply).code, error(reply).fields?.['pretty_url']].join())),
    ).toEqual(new Set([`409,station.urlInUse,${inUse}`]));
  });

  test('stays reserved for a deleted station, and can be set again by its own', async () => {
    const deleted = await portal.make.station(account, { deleted: true });
    const { pretty_url } = await portal.kernel.db
      .selectFrom('stations')
      .select('pretty_url')
      .where('key', '=', deleted)
      .executeTakeFirstOrThrow();
    expect((await owner.call(stations.setPrettyUrl, { ...params(), body: { pretty_url } })).status).toBe(409);
    const own = (await get()).pretty_url;
    expect((await owner.ok(stations.setPrettyUrl, { ...params(), body: { pretty_url: own } })).pretty_url).toBe(own);
    const short = await owner.call(stations.setPrettyUrl, { ...params(), body: { pretty_url: 'abc-1' } });
    expect([short.status, error(short).fields?.['pretty_url']]).toEqual([
      400,
      'The URL should be at least 6 characters. Only letters, numbers, dashes and underscores are allowed.',
    ]);
  });
});

describe('pictures', () => {
  const sizeOf = async (url: string | null) => {
    const reply = await visitor.send('GET', url ?? '');
    const { width, height } = await new Transformer(Buffer.from(await reply.arrayBuffer())).metadata();
    return [reply.status, reply.headers.get('content-type'), width, height];
  };

  test('are cropped to their sizes, and old files are deleted', async () => {
    const first = await owner.ok(stations.setLogo, { ...params(), file: await picture(800, 400) });
    expect(await sizeOf(first.logo)).toEqual([200, 'image/webp', 170, 170]);
    const large = async (): Promise<string | null> => {
      const { key } = params().params;
      const row = await portal.kernel.db
        .selectFrom('stations')
        .select('logo_512')
        .where('key', '=', key)
        .executeTakeFirst();
      return row?.logo_512 ? `/images/${row.logo_512}` : null;
    };
    const firstLarge = await large();
    expect(await sizeOf(firstLarge)).toEqual([200, 'image/webp', 400, 400]);
    const second = await owner.ok(stations.setLogo, { ...params(), file: await picture(300, 900) });
    const third = await owner.ok(stations.setBackground, { ...params(), file: await picture(1000, 1000) });
    expect(await sizeOf(third.background)).toEqual([200, 'image/webp', 420, 300]);
    expect(third.logo).toBe(second.logo);
    const secondLarge = await large();
    for (const url of [first.logo, firstLarge]) expect((await visitor.send('GET', url ?? '')).status).toBe(404);

    expect((await owner.ok(stations.removeLogo, params())).logo).toBeNull();
    expect((await owner.ok(stations.removeLogo, params())).background).toBe(third.background);
    expect((await owner.ok(stations.removeBackground, params())).background).toBeNull();
    expect(await large()).toBeNull();
    for (const url of [second.logo, secondLarge, third.background])
      expect((await visitor.send('GET', url ?? '')).status).toBe(404);
  });

  test('are refused if they are no images, and the old one stays', async () => {
    const { logo } = await owner.ok(stations.setLogo, { ...params(), file: await picture(200, 200) });
    const reply = await owner.call(stations.setLogo, { ...params(), file: new Blob(['<svg onload="alert(1)"/>']) });
    expect([reply.status, error(reply).code]).toEqual([422, 'image.notImage']);
    expect((await get()).logo).toBe(logo);
  });
});

describe('ads.txt', () => {
  test('is stored unchanged, checked for problems and served publicly', async () => {
    const { streamname } = await get();
    const path = `/ads/${streamname}/ads.txt`;
    expect((await visitor.send('GET', path)).status).toBe(404);
    const text = 'seller.com, 1, DIRECT\r\nseller.com, 2\r\n# ö';
    const saved = await owner.ok(stations.setAdsTxt, { params: { id: key }, body: { text } });
    expect(saved).toEqual({
      text: 'seller.com, 1, DIRECT\nseller.com, 2\n# ö',
      problems: [{ line: 2, level: 'error', message: expect.stringContaining('A record needs') as string }],
      sellers: 1,
      url: `http://portal.test${path}`,
    });
    expect(await owner.ok(stations.adsTxt, { params: { id: key } })).toEqual(saved);
    const reply = await visitor.send('GET', path);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await reply.text()).toBe(`${saved.text}\n`);

    await owner.ok(stations.setAdsTxt, { params: { id: key }, body: { text: '' } });
    expect((await visitor.send('GET', path)).status).toBe(404);
    await owner.ok(stations.setAdsTxt, { params: { id: key }, body: { text } });
    await owner.call(stations.remove, params());
    expect((await visitor.send('GET', path)).status).toBe(404);
  });

  test('is refused if it is too long', async () => {
    const reply = await owner.call(stations.setAdsTxt, { params: { id: key }, body: { text: 'a'.repeat(65_537) } });
    expect([reply.status, Object.keys(error(reply).fields ?? {})]).toEqual([400, ['text']]);
  });
});

test('can be featured by the portal only, visibly to its owner', async () => {
  const id = { id: key };
  expect(await owner.ok(stations.featured, { params: id })).toEqual({ featured: false });
  expect((await owner.call(stations.setFeatured, { params: { ...id, flag: true } })).status).toBe(403);
  expect(await admin.ok(stations.setFeatured, { params: { ...id, flag: true } })).toEqual({ featured: true });
  expect((await get()).featured).toBe(true);
  expect(await admin.ok(stations.setFeatured, { params: { ...id, flag: false } })).toEqual({ featured: false });
  expect(await admin.ok(stations.feature, { params: id })).toEqual({ featured: true });
  expect(await admin.ok(stations.setFeatured, { params: { ...id, flag: false } })).toEqual({ featured: false });
});

test('lists the countries that stations are in', async () => {
  const put = (values: object) => portal.kernel.db.updateTable('stations').set(values).where('key', '=', key).execute();
  const list = async (query: object = {}) =>
    (await owner.ok(stations.countries, { query })).map(({ iso, name, displayName }) => [iso, name, displayName]);
  const nameless = ['', '', 'Unknown'];
  expect(await list()).toEqual([nameless]);
  await put({ country: 'GR' });
  const other = await portal.make.station(account, { deleted: true });
  await portal.kernel.db.updateTable('stations').set({ country: 'FR' }).where('key', '=', other).execute();
  expect(await list({ hasIso: 'true' })).toEqual([['GR', 'Greece', 'Greece (GR)']]);
  expect(await list()).toEqual([['GR', 'Greece', 'Greece (GR)'], nameless]);
  await put({ environment: 'test' });
  expect(await list({ hasIso: 'true' })).toEqual([]);
});

test('names each stream type code', () => {
  expect([8, 40, 12, 47, 64, 72, 200, 0].map(streamTypeName)).toEqual([
    ...['Streaming', 'Streaming', 'Playlist', 'Full', 'Relay', 'Relay', 'Relay', 'Streaming'],
  ]);
});

test('scores how complete a station is, item by item', async () => {
  const score = async () => await owner.ok(stations.score, params());
  const done = async () => (await score()).items.filter((item) => item.done).map(({ id }) => id);
  const empty = await score();
  expect([empty.score, empty.max]).toEqual([0, 100]);
  expect(empty.items.every(({ why }) => why.length > 10)).toBe(true);
  await owner.ok(stations.update, {
    ...params(),
    body: {
      description: 'Everything that swims, sings and sinks, from six in the morning until late.',
      country: 'DE',
      default_timezone: 'Europe/Berlin',
      website: 'wave.fm',
    },
  });
  await owner.ok(stations.setProfile, { ...params(), body: { social: { x: 'https://x.com/w' } } });
  await owner.ok(stations.setLogo, { ...params(), file: await picture(200, 200) });
  await owner.ok(stations.setAdsTxt, { params: { id: key }, body: { text: 'a.com, 1, DIRECT' } });
  for (let n = 0; n < 10; n++) {
    const track_key = await portal.make.track(key);
    await portal.kernel.db.insertInto('playlist_tracks').values({ station_key: key, track_key, position: n }).execute();
  }
  await portal.make.stationMember(key, await portal.make.person(), 'staff');
  expect(await done()).toEqual(['music', 'logo', 'description', 'place', 'website', 'social', 'people', 'adsTxt']);
  portal.live.publish({
    key,
    status: 'active',
    source: 'live',
    encoder: null,
    title: '',
    track: null,
    track_started: null,
    listeners: 0,
  });
  const live = await score();
  expect(live.items.filter((item) => !item.done).map(({ id }) => id)).toEqual(['background']);
  expect(live.score).toBe(95);
});
