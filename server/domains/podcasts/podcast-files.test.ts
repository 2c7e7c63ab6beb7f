import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { clearPodcasts } from './clear-podcasts.ts';

let portal: TestPortal;
let logo: Blob;
let owner: TestClient;
let account: AccountKey;

beforeAll(async () => {
  portal = await testPortal();
  logo = await picture(1400, 1400);
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
const filesOf = async (name: string | null) =>
  await Promise.all(
    ['jpg', 'webp'].map((kind) => portal.kernel.storage.size(`podcast-images/${String(name)}.${kind}`)),
  );

describe('a logo', () => {
  const shaped = (width: number, height: number) => picture(width, height);
  test.each([
    ['too small', () => shaped(1399, 1399), '422 podcast.logoSize'],
    ['too large', () => shaped(3001, 3001), '422 podcast.logoSize'],
    ['not square', () => shaped(1500, 1400), '422 podcast.logoShape'],
    ['no picture', async () => new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), '415 podcast.logoType'],
    [
      'of too many bytes',
      async () => new Blob([await shaped(1400, 1400), Buffer.alloc(1024 * 1000)]),
      '413 podcast.logoTooLarge',
    ],
  ] as const)('that is %s is refused with a field error', async (_why, file, code) => {
    const reply = await create('Never', {}, { file: await file() });
    expect(codeOf(reply)).toBe(code);
    expect(Object.keys(reply.json.error.fields ?? {})).toEqual(['logo']);
    expect(await titles(owner)).toEqual([]);
  });

  test('is required', async () => {
    const form = new FormData();
    form.set('podcast', JSON.stringify({ title: 'Bare' }));
    const reply = await owner.send('POST', `/v1/podcasts/?accountKey=${account}`, form);
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('logo');
  });

  test('is served as a full-size JPEG and a smaller WebP, both immutable', async () => {
    const { image_key: name, image } = await createOk('Pictured');
    const base = `${portal.url}/images/podcasts/${String(name)}`;
    const full = await fetch(`${base}.jpg`);
    const bytes = Buffer.from(await full.arrayBuffer());
    expect(full.headers.get('content-type')).toBe('image/jpeg');
    expect(full.headers.get('cache-control')).toContain('immutable');
    expect(full.headers.get('access-control-allow-origin')).toBe('*');
    expect(await new Transformer(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1400, height: 1400 });
    const small = await fetch(`${portal.url}${String(image)}`);
    expect(await new Transformer(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 600,
    });
    const etag = full.headers.get('etag') ?? '';
    expect((await fetch(`${base}.jpg`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await fetch(`${base}.jpg`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    for (const wrong of ['nothing.jpg', `${String(name)}.svg`, '..%2F..%2Fsecret.jpg', `${'0'.repeat(28)}.jpg`])
      expect((await fetch(`${portal.url}/images/podcasts/${wrong}`)).status).toBe(404);
  });

  test('that is replaced gets a new URL, and the old files are removed', async () => {
    const { key, image_key: old } = await createOk('Changing');
    expect(await filesOf(old)).not.toContain(undefined);
    const refused = await owner.call(podcasts.update, {
      params: { key: key as PodcastKey },
      body: {},
      file: await picture(900, 900),
    });
    expect(refused.status).toBe(422);
    const changed = await owner.ok(podcasts.update, { params: { key: key as PodcastKey }, body: {}, file: logo });
    expect(changed.image_key).not.toBe(old);
    await portal.drain();
    expect(await filesOf(old)).toEqual([undefined, undefined]);
    expect(await filesOf(changed.image_key)).not.toContain(undefined);
  });
});

describe('a deleted podcast', () => {
  const withFiles = async (title: string, also: object = {}) => {
    const podcast = await createOk(title, also);
    const episode = await portal.make.episode(podcast.key as PodcastKey);
    const files = [`episodes/${episode}.mp3`, `episodes/${episode}-original`];
    for (const file of files) await portal.kernel.storage.put(file, Buffer.from('sound'), 'audio/mpeg');
    await portal.kernel.db
      .updateTable('episodes')
      .set({ audio: files[0] ?? '', original: files[1] ?? '', audio_size: 5 })
      .where('key', '=', episode)
      .execute();
    return {
      podcast,
      files: [
        ...files,
        `podcast-images/${String(podcast.image_key)}.jpg`,
        `podcast-images/${String(podcast.image_key)}.webp`,
      ],
    };
  };
  const sizes = (files: string[]) => Promise.all(files.map((file) => portal.kernel.storage.size(file)));

  test('takes its episodes and their files with it, and unlinks its children', async () => {
    const { podcast, files } = await withFiles('Going');
    const child = await createOk('Child', { parent: podcast.key });
    expect(await owner.ok(podcasts.get, { params: { key: podcast.key as PodcastKey } })).toMatchObject({
      episodes: 1,
      total_size: 5,
    });
    expect((await owner.call(podcasts.remove, { params: { key: podcast.key as PodcastKey } })).status).toBe(204);
    expect((await owner.call(podcasts.get, { params: { key: podcast.key as PodcastKey } })).status).toBe(404);
    expect((await owner.call(podcasts.remove, { params: { key: podcast.key as PodcastKey } })).status).toBe(404);
    await portal.drain();
    expect(new Set(await sizes(files))).toEqual(new Set([undefined]));
    expect((await owner.ok(podcasts.get, { params: { key: child.key as PodcastKey } })).parent).toBeNull();
  });

  test('is removed with its station or account, and others are not', async () => {
    const station = await portal.make.station(account);
    const ofStation = await withFiles('Of the station', { station_key: station });
    const ofAccount = await withFiles('Of the account');
    await clearPodcasts(portal.kernel, { stations: [station] });
    await portal.drain();
    expect(new Set(await sizes(ofStation.files))).toEqual(new Set([undefined]));
    expect(await sizes(ofAccount.files)).not.toContain(undefined);
    await clearPodcasts(portal.kernel, { account });
    await portal.drain();
    expect(new Set(await sizes(ofAccount.files))).toEqual(new Set([undefined]));
    expect(await titles(owner)).toEqual([]);
  });
});

test('a transferred station takes its podcasts to the other account if the plan there allows them', async () => {
  const to = await portal.make.account({ plan: 'starter' });
  const station = await portal.make.station(account);
  const above = await createOk('Above, of the account');
  const first = await createOk('First', { station_key: station });
  await owner.ok(podcasts.update, {
    params: { key: first.key as PodcastKey },
    body: { parent: above.key as PodcastKey },
  });
  await createOk('Second', { station_key: station, parent: first.key });
  const person = await portal.make.person();
  for (const one of [account, to]) await portal.make.accountMember(one, person, 'owner');
  const mover = await portal.as(person);
  const move = async (limit: number) => {
    const custom_limits = JSON.stringify({ allowedPodcastsCount: limit });
    await portal.kernel.db.updateTable('accounts').set({ custom_limits }).where('key', '=', to).execute();
    return await mover.call(stations.transfer, { params: { key: station, accountId: to } });
  };
  expect(codeOf(await move(1))).toBe('409 plan.podcastLimit');
  expect((await move(2)).status).toBe(200);
  const moved = await mover.ok(podcasts.list, { query: { accountKey: to } });
  expect(moved.entities.map(({ title, parent, pretty_url }) => [title, parent, pretty_url])).toEqual([
    ['First', null, 'first-podcast'],
    ['Second', first.key, 'second'],
  ]);
  expect(await titles(owner)).toEqual(['Above, of the account']);
});
