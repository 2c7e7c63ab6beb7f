import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { stations } from '#contract/api/stations.ts';
import { napiImages } from '#server/engines/images/napi-images.ts';
import type { TestClient } from '#server/testing/client.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createPodcast } from './create-podcast.ts';
import { podcastGuid } from './feed/podcast-guid.ts';
import { prettyUrls } from './pretty-urls.ts';

let portal: TestPortal;
let logo: Blob;
let admin: TestClient;
let owner: TestClient;
let account: AccountKey;

beforeAll(async () => {
  portal = await testPortal();
  logo = await picture(1400, 1400);
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());
beforeEach(async () => {
  account = await portal.make.account({ plan: 'prime' });
  owner = await memberOf(account);
});

const memberOf = async (of: AccountKey): Promise<TestClient> => {
  const person = await portal.make.person();
  await portal.make.accountMember(of, person, 'owner');
  return await portal.as(person);
};
const workerIn = async (station: StationKey, role: 'owner' | 'admin' | 'staff'): Promise<TestClient> => {
  const person = await portal.make.person();
  await portal.make.stationMember(station, person, role);
  return await portal.as(person);
};
const create = (
  title: string,
  also: object = {},
  { client = owner, file = logo }: { client?: TestClient; file?: Blob } = {},
) => client.call(podcasts.create, { query: { accountKey: account }, body: { title, ...also }, file });
const createOk = async (title: string, also: object = {}) => {
  const reply = await create(title, also);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.json;
};
const titles = async (client: TestClient, search?: string) =>
  (await client.ok(podcasts.list, { query: { accountKey: account, search } })).entities.map(({ title }) => title);
const codeOf = ({ status, json }: { status: number; json: { error?: { code: string } } }) =>
  `${String(status)} ${json.error?.code ?? ''}`;
describe('a new podcast', () => {
  test('gets its URL from the title, its guid from the feed URL, and defaults for the rest', async () => {
    const podcast = await createOk('Waves & Stonés', { categories: ['Arts/Design', 'Music'], author: 'Ada' });
    expect(podcast).toMatchObject({
      account: { key: account },
      station_key: null,
      title: 'Waves & Stonés',
      author: 'Ada',
      pretty_url: 'waves-stones',
      categories: ['Arts/Design', 'Music'],
      language: 'en',
      show_type: 'episodic',
      published: true,
      locked: true,
      explicit: false,
      parent: null,
      persons: [],
      episodes: 0,
      total_size: 0,
      guid: podcastGuid('http://portal.test/feeds/waves-stones'),
      feed_url: 'http://portal.test/feeds/waves-stones',
      page_url: 'http://portal.test/shows/waves-stones',
    });
    expect((await createOk('Waves & Stonés')).pretty_url).toBe('waves-stones-2');
    expect(await owner.ok(podcasts.get, { params: { key: podcast.key as PodcastKey } })).toEqual(podcast);
  });

  test.each([
    ['Wow', 'wow-podcast'],
    ['日本の話', 'podcast'],
    ['L’été, ça va?', 'lete-ca-va'],
    ['x'.repeat(200), 'x'.repeat(60)],
  ])('called %s gets the URL %s', (title, word) => expect(prettyUrls(title).next().value).toBe(word));

  test('is created once when the same request is sent several times', async () => {
    const creation = { query: { accountKey: account }, body: { title: 'Only once' }, file: logo };
    const replies = [1, 2, 3].map(() =>
      owner.call(podcasts.create, creation, { 'idempotency-key': 'the-one-creation' }),
    );
    await Promise.all(replies);
    expect(await titles(owner)).toEqual(['Only once']);
  });

  test('is refused if its URL is taken, ignoring case', async () => {
    await createOk('First', { pretty_url: 'The-Address' });
    const reply = await create('Second', { pretty_url: 'the-address' });
    expect(codeOf(reply)).toBe('409 podcast.prettyUrlTaken');
    expect(reply.json.error.fields).toEqual({ pretty_url: 'The URL is already in use.' });
    expect((await create('Third', { pretty_url: 'short' })).json.error.fields).toHaveProperty('pretty_url');
    expect((await create('Fourth', { categories: ['Arts/Nothing'] })).status).toBe(400);
    expect(await titles(owner)).toEqual(['First']);
  });
});

describe('the plan', () => {
  test('admits exactly as many of 50 parallel creations as it allows', async () => {
    await createOk('One of five');
    const { kernel } = portal;
    const who = { id: '', email: '', first_name: '', last_name: '', isPortalAdmin: false };
    const add = (title: string) =>
      createPodcast({ ...kernel, images: napiImages() }, { account, station: null, body: { title } }, who);
    const replies = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => add(`Crowd ${String(i)}`)));
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const refused = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason as { code: string }] : []));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['plan.podcastLimit']));
    expect(codeOf(await create('Another'))).toBe('409 plan.podcastLimit');
    const features = await owner.ok(billing.features, { params: { id: account } });
    expect(features.usage.podcasts).toBe(5);
  });

  test('does not limit portal administrators', async () => {
    account = await portal.make.account({ plan: 'none' });
    expect(codeOf(await create('Refused', {}, { client: await memberOf(account) }))).toBe('409 plan.podcastLimit');
    expect((await create('Taken', {}, { client: admin })).status).toBe(201);
  });

  test('does not count podcasts of deleted stations; restoring one needs a free slot', async () => {
    const key = await portal.make.station(account);
    await createOk('With its station', { station_key: key });
    for (const n of [1, 2, 3, 4]) await createOk(`Number ${String(n)}`);
    expect((await create('Too many')).status).toBe(409);
    await owner.ok(stations.remove, { params: { key } });
    expect(await titles(owner)).toHaveLength(4);
    expect((await create('In its place')).status).toBe(201);
    const back = await owner.call(stations.restore, { params: { id: account, stationKey: key } });
    expect(codeOf(back)).toBe('409 restore.podcastLimit');
  });
});

describe('a change', () => {
  test('updates only the fields it contains and never the guid, and returns lists unchanged', async () => {
    const before = await createOk('Before', { keywords: ['one', 'two'], author: 'Ada' });
    const key = before.key as PodcastKey;
    const persons = [{ name: 'Grace', role: 'host', link: '', image: '' }];
    const funding = [{ url: 'https://example.com/give', label: 'Support us' }];
    const body = {
      pretty_url: 'another-address',
      persons,
      funding,
      explicit: true,
      language: 'pt-br',
      published: false,
    };
    const after = await owner.ok(podcasts.update, { params: { key }, body });
    expect(after).toMatchObject({
      ...body,
      title: 'Before',
      author: 'Ada',
      keywords: ['one', 'two'],
      guid: before.guid,
    });
    expect(after.feed_url).toBe('http://portal.test/feeds/another-address');
    expect(Date.parse(after.updated)).toBeGreaterThan(Date.parse(before.updated));
  });

  test('of the parent can’t form a loop, not even two at once, nor link to another account', async () => {
    const [a, b, c] = [await createOk('A of three'), await createOk('B of three'), await createOk('C of three')];
    const setParent = (key: string, parent: string | null) =>
      owner.call(podcasts.update, { params: { key: key as PodcastKey }, body: { parent: parent as PodcastKey } });
    expect((await setParent(b.key, a.key)).json.parent).toBe(a.key);
    expect((await setParent(c.key, b.key)).status).toBe(200);
    for (const parent of [a.key, b.key, c.key])
      expect(codeOf(await setParent(a.key, parent))).toBe('409 podcast.parentLoop');
    await setParent(c.key, null);
    await setParent(b.key, null);
    const both = await Promise.all([setParent(b.key, c.key), setParent(c.key, b.key)]);
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    const elsewhere = await portal.make.podcast(await portal.make.account());
    expect((await setParent(a.key, elsewhere)).status).toBe(404);
    expect(
      (await admin.call(podcasts.update, { params: { key: a.key as PodcastKey }, body: { parent: elsewhere } })).status,
    ).toBe(404);
  });

  test('to a taken URL is refused and changes nothing', async () => {
    await createOk('Taken already');
    const { key } = await createOk('Wants it');
    const reply = await owner.call(podcasts.update, {
      params: { key: key as PodcastKey },
      body: { title: 'No', pretty_url: 'TAKEN-already' },
    });
    expect(codeOf(reply)).toBe('409 podcast.prettyUrlTaken');
    expect(await titles(owner)).toEqual(['Taken already', 'Wants it']);
  });
});

describe('access', () => {
  test('of station members is to its podcasts only; its managers create and change them', async () => {
    const station = await portal.make.station(account);
    const other = await portal.make.station(account);
    const ours = await portal.make.podcast(account, { station, title: 'Ours' });
    const accounts = await portal.make.podcast(account, { title: 'The account’s' });
    const theirs = await portal.make.podcast(account, { station: other, title: 'Theirs' });
    const [staff, manager] = [await workerIn(station, 'staff'), await workerIn(station, 'admin')];
    for (const client of [staff, manager]) {
      const found = await client.ok(podcasts.ofStation, { params: { key: station } });
      expect(found.entities.map(({ title }) => title)).toEqual(['Ours']);
      expect((await client.call(podcasts.list, { query: { accountKey: account } })).status).toBe(403);
      for (const key of [accounts, theirs])
        expect((await client.call(podcasts.get, { params: { key } })).status).toBe(404);
      expect((await create('Account’s', {}, { client })).status).toBe(403);
    }
    const body = { title: 'New' };
    expect((await staff.call(podcasts.createInStation, { params: { key: station }, body, file: logo })).status).toBe(
      403,
    );
    expect((await staff.call(podcasts.update, { params: { key: ours }, body })).status).toBe(403);
    expect((await staff.call(podcasts.remove, { params: { key: ours } })).status).toBe(403);
    const own = await manager.ok(podcasts.createInStation, { params: { key: station }, body, file: logo });
    expect(own).toMatchObject({ station_key: station, account: { key: account } });
    expect((await manager.call(podcasts.createInStation, { params: { key: other }, body, file: logo })).status).toBe(
      404,
    );
    expect(await titles(owner)).toEqual(['New', 'Ours', 'The account’s', 'Theirs']);
  });

  test('of account owners ends at their account, for links to stations too', async () => {
    const mine = await createOk('Mine');
    const strange = await portal.make.account({ plan: 'prime' });
    const stranger = await memberOf(strange);
    const station = await portal.make.station(strange);
    const key = mine.key as PodcastKey;
    expect((await stranger.call(podcasts.get, { params: { key } })).status).toBe(404);
    expect((await stranger.call(podcasts.update, { params: { key }, body: { title: 'Stolen' } })).status).toBe(404);
    expect((await stranger.call(podcasts.remove, { params: { key } })).status).toBe(404);
    expect((await create('Tied', { station_key: station })).status).toBe(404);
    expect((await create('Tied', { station_key: station }, { client: admin })).status).toBe(404);
  });

  test('of portal administrators is to every podcast; search matches any part of a title', async () => {
    await createOk('Zebracrossing stories');
    await portal.make.podcast(await portal.make.account({ deleted: true }), {
      title: 'Zebracrossing of a deleted account',
    });
    const found = await admin.ok(podcasts.search, { query: { search: 'bracross' } });
    expect(found).toMatchObject({ total: 1, capped: false, entities: [{ title: 'Zebracrossing stories' }] });
    expect((await owner.call(podcasts.search, {})).status).toBe(403);
    const page = await admin.ok(podcasts.search, { query: { limit: 2, offset: 1 } });
    expect(page.entities).toHaveLength(2);
    expect(await titles(owner, 'STORIES')).toEqual(['Zebracrossing stories']);
  });

  test('in a suspended account is read-only', async () => {
    const { key } = await createOk('Still there');
    await portal.kernel.db
      .updateTable('accounts')
      .set({ suspended_at: new Date() })
      .where('key', '=', account)
      .execute();
    expect(await titles(owner)).toEqual(['Still there']);
    expect(codeOf(await create('Another'))).toBe('403 account.suspended');
    expect(
      (await owner.call(podcasts.update, { params: { key: key as PodcastKey }, body: { title: 'No' } })).status,
    ).toBe(403);
  });
});
