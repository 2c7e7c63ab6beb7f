import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBlock, type SiteBlock } from '#contract/api/site-blocks.ts';
import { sites } from '#contract/api/sites.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { siteDraft } from '#server/testing/site-fixtures.ts';
import { deleteUnusedImages } from './site-images.service.ts';
import { publishDraft, siteOwner, withBlocks } from './testing/site-owner.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const owner = () => siteOwner(portal);
const get = async (path: string) => {
  const reply = await fetch(`${portal.url}${path}`, { redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

describe('the draft', () => {
  test('is a proposal of what the account has, until it is saved', async () => {
    const { client, params, station } = await owner();
    const site = await client.ok(sites.get, { params });
    expect(site).toMatchObject({ revision: 0, published_at: null, changed: true, draft: { language: 'de' } });
    expect(site.slug).toMatch(/^harbour-lights-\d+$/);
    expect(site.draft.pages[0]?.blocks[0]).toMatchObject({ type: 'hero', station });
    expect(
      await portal.kernel.db.selectFrom('sites').select('slug').where('account_key', '=', params.id).execute(),
    ).toEqual([]);
    const saved = await client.ok(sites.save, { params, body: { revision: 0, slug: site.slug, draft: site.draft } });
    expect(saved).toMatchObject({ revision: 1, draft: site.draft });
    expect((await get(new URL(saved.url).pathname)).status).toBe(404);
  });

  test('is not overwritten by who has not seen the latest change', async () => {
    const { client, params } = await owner();
    const { slug } = await client.ok(sites.get, { params });
    const save = (revision: number, title: string) =>
      client.call(sites.save, { params, body: { revision, slug, draft: siteDraft({ title }) } });
    const both = await Promise.all([save(0, 'One'), save(0, 'Two')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.json.error.code).toBe('site.changed');
    expect((await save(1, 'Three')).status).toBe(200);
    expect((await client.call(sites.publish, { params, body: { revision: 1 } })).status).toBe(409);
    expect((await client.call(sites.restore, { params, body: { revision: 1, number: 1 } })).status).toBe(409);
  });

  test('has a slug that no other site has', async () => {
    const [one, two] = [await owner(), await owner()];
    const { slug } = await publishDraft(one, siteDraft());
    const reply = await two.client.call(sites.save, {
      params: two.params,
      body: { revision: 0, slug, draft: siteDraft() },
    });
    expect(reply).toMatchObject({ status: 409, json: { error: { code: 'site.slugInUse' } } });
    expect(reply.json.error.fields).toEqual({ slug: 'The URL is already in use.' });
  });

  test('shows nothing of another account', async () => {
    const [one, two] = [await owner(), await owner()];
    const podcast = await portal.make.podcast(two.account);
    const player = await portal.make.player(two.account, [two.station]);
    const image = await two.client.ok(sites.addImage, { params: two.params, file: await picture(40, 40) });
    const draft = withBlocks([
      { ...newBlock('hero', 'b1'), station: two.station } as SiteBlock,
      { ...newBlock('episodes', 'b2'), podcast } as SiteBlock,
      { ...newBlock('player', 'b3'), player } as SiteBlock,
      { ...newBlock('image', 'b4'), image: image.name, alt: 'x' } as SiteBlock,
      { ...newBlock('recent', 'b5'), station: one.station } as SiteBlock,
    ]);
    const reply = await one.client.call(sites.save, { params: one.params, body: { revision: 0, slug: 'abc', draft } });
    expect(reply).toMatchObject({ status: 409, json: { error: { code: 'site.foreign' } } });
    expect(Object.keys(reply.json.error.fields ?? {}).toSorted()).toEqual([
      ...['draft.pages.0.blocks.0.station', 'draft.pages.0.blocks.1.podcast'],
      ...['draft.pages.0.blocks.2.player', 'draft.pages.0.blocks.3.image'],
    ]);
  });

  test.each([
    ['a page without a first path', siteDraft({ pages: [{ path: 'x', title: 'X', blocks: [] }] })],
    ['no page', siteDraft({ pages: [] })],
    ['two pages of one path', siteDraft({ pages: ['', ''].map((path) => ({ path, title: 'X', blocks: [] })) })],
    ['two blocks of one ID', withBlocks(['b1', 'b1'].map((id) => newBlock('text', id)))],
    ['41 blocks', withBlocks(Array.from({ length: 41 }, (_, i) => newBlock('text', `b${i}`)))],
    ['an image without a description', withBlocks([newBlock('image', 'b1')])],
    [
      'a link that runs',
      withBlocks([{ ...newBlock('links', 'b1'), items: [{ label: 'x', url: 'javascript:alert(1)' }] } as SiteBlock]),
    ],
    ['a colour that is none', siteDraft({ theme: { ...siteDraft().theme, accent: 'red' } })],
  ])('is refused with %s', async (_, draft) => {
    const { client, params } = await owner();
    const reply = await client.call(sites.save, { params, body: { revision: 0, slug: 'some-slug', draft } });
    expect(reply).toMatchObject({ status: 400, json: { error: { code: 'request.invalid' } } });
  });
});

describe('what is published', () => {
  test('stays while the draft changes, and each version can be restored', async () => {
    const at = await owner();
    const { client, params } = at;
    const first = await publishDraft(at, siteDraft({ title: 'First' }));
    const path = new URL(first.url).pathname;
    expect(first).toMatchObject({ changed: false });
    const { revision, slug } = first;
    const edited = await client.ok(sites.save, {
      params,
      body: { revision, slug, draft: siteDraft({ title: 'Second' }) },
    });
    expect(edited.changed).toBe(true);
    expect((await get(path)).text).toContain('<title>First</title>');
    const second = await client.ok(sites.publish, { params, body: { revision: edited.revision } });
    expect((await get(path)).text).toContain('<title>Second</title>');
    expect((await client.ok(sites.versions, { params })).map(({ number: n, title }) => [n, title])).toEqual([
      [2, 'Second'],
      [1, 'First'],
    ]);
    const body = { revision: second.revision, number: 1 };
    const restored = await client.ok(sites.restore, { params, body });
    expect(restored).toMatchObject({ changed: true, draft: { title: 'First' } });
    const off = await client.ok(sites.unpublish, { params, body: { revision: restored.revision } });
    expect(off.published_at).toBeNull();
    expect((await get(path)).status).toBe(404);
  });

  test('keeps the latest 20 versions', async () => {
    const at = await owner();
    for (let i = 0; i < 22; i++) await publishDraft(at, siteDraft({ title: `Title ${i}` }));
    const versions = await at.client.ok(sites.versions, { params: at.params });
    expect([versions.length, versions[0]?.number, versions.at(-1)?.number]).toEqual([20, 22, 3]);
  });
});

test('images that nothing shows are deleted after a day, those of versions stay', async () => {
  const at = await owner();
  const upload = async () => await at.client.ok(sites.addImage, { params: at.params, file: await picture(60, 60) });
  const [used, lost] = [await upload(), await upload()];
  await publishDraft(at, withBlocks([{ ...newBlock('image', 'b1'), image: used.name, alt: 'x' } as SiteBlock]));
  await publishDraft(at, siteDraft());
  const { kernel } = portal;
  await deleteUnusedImages(kernel);
  expect((await portal.app.inject(lost.url)).statusCode).toBe(200);
  await deleteUnusedImages({ ...kernel, clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } });
  const states = await Promise.all([used, lost].map(async ({ url }) => (await portal.app.inject(url)).statusCode));
  expect(states).toEqual([200, 404]);
});
