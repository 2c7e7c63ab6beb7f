import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sanitize from 'sanitize-html';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { newBlock, type SiteBlock } from '#contract/site-blocks.ts';
import type { SiteContent } from '#contract/site.ts';
import { sites } from '#contract/sites.ts';
import { hostileTexts } from '#contract/testing/hostile-texts.ts';
import type { TestClient } from '#server/testing/client.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { siteDraft } from '#server/testing/site-fixtures.ts';
import { deleteUnusedImages } from './site-images.service.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

type Owner = { client: TestClient; account: AccountKey; params: { id: AccountKey }; station: StationKey };
let number = 0;
const owner = async (plan: 'premier' | 'starter' = 'premier'): Promise<Owner> => {
  const account = await portal.make.account({ plan, company: `Harbour Lights ${++number}` });
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  const station = await portal.make.station(account, { name: `Harbour Radio ${number}` });
  await portal.kernel.db.updateTable('stations').set({ language: 'de' }).where('key', '=', station).execute();
  return { client: await portal.as(person), account, params: { id: account }, station };
};
const get = async (path: string) => {
  const reply = await fetch(`${portal.url}${path}`, { redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
const withBlocks = (blocks: SiteBlock[], given: Partial<SiteContent> = {}): SiteContent =>
  siteDraft({ pages: [{ path: '', title: 'Home', blocks }], ...given });
const publish = async ({ client, params }: Owner, draft: SiteContent) => {
  const { revision, slug } = await client.ok(sites.get, { params });
  const saved = await client.ok(sites.save, { params, body: { revision, slug, draft } });
  return await client.ok(sites.publish, { params, body: { revision: saved.revision } });
};

describe('the draft', () => {
  test('is a proposal of what the account has, until it is saved', async () => {
    const { client, params, station } = await owner();
    const site = await client.ok(sites.get, { params });
    expect(site).toMatchObject({ revision: 0, published_at: null, changed: true, draft: { language: 'de' } });
    expect(site.slug).toMatch(/^harbour-lights-\d+$/);
    expect(site.draft.pages[0]?.blocks[0]).toMatchObject({ type: 'hero', station });
    expect(await portal.kernel.db.selectFrom('sites').select('slug').where('account_key', '=', params.id).execute()).toEqual(
      [],
    );
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
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.json.error.code).toBe('site.changed');
    expect((await save(1, 'Three')).status).toBe(200);
    expect((await client.call(sites.publish, { params, body: { revision: 1 } })).status).toBe(409);
    expect((await client.call(sites.restore, { params, body: { revision: 1, number: 1 } })).status).toBe(409);
  });

  test('has a slug that no other site has', async () => {
    const [one, two] = [await owner(), await owner()];
    const { slug } = await publish(one, siteDraft());
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
    const first = await publish(at, siteDraft({ title: 'First' }));
    const path = new URL(first.url).pathname;
    expect(first).toMatchObject({ changed: false });
    const { revision, slug } = first;
    const edited = await client.ok(sites.save, { params, body: { revision, slug, draft: siteDraft({ title: 'Second' }) } });
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
    for (let i = 0; i < 22; i++) await publish(at, siteDraft({ title: `Title ${i}` }));
    const versions = await at.client.ok(sites.versions, { params: at.params });
    expect([versions.length, versions[0]?.number, versions.at(-1)?.number]).toEqual([20, 22, 3]);
  });

  test('is HTML in its language that works without scripts, with a policy that allows no inline ones', async () => {
    const at = await owner();
    const podcast = await portal.make.podcast(at.account, { title: 'Sea Talk' });
    const player = await portal.make.player(at.account, [at.station]);
    const image = await at.client.ok(sites.addImage, { params: at.params, file: await picture(1200, 600) });
    const row = { day: 1, from: '07:00', to: '10:00', title: 'Morning', podcast } as const;
    const draft = withBlocks(
      [
        { ...newBlock('hero', 'b1'), station: at.station } as SiteBlock,
        { ...newBlock('recent', 'b2'), station: at.station } as SiteBlock,
        newBlock('stations', 'b3'),
        { ...newBlock('schedule', 'b4'), rows: [row] } as SiteBlock,
        newBlock('podcasts', 'b5'),
        { ...newBlock('image', 'b6'), image: image.name, alt: 'The harbour' } as SiteBlock,
        { ...newBlock('contact', 'b7'), email: 'studio@harbour.example', phone: '+49 30 1' } as SiteBlock,
        { ...newBlock('player', 'b8'), player } as SiteBlock,
      ],
      { language: 'de', theme: { ...siteDraft().theme, accent: '#ffee00', logo: image.name } },
    );
    const { url } = await publish(at, draft);
    const { status, text, headers } = await get(new URL(url).pathname);
    expect(status).toBe(200);
    for (const part of [
      ...['<html lang="de" dir="ltr"', '<h1>Harbour Lights</h1>', 'Programm</h2>', 'Montag', 'Kontakt</h2>', 'Sea Talk'],
      ...['<audio controls', `/embed/${player}`, 'alt="The harbour"', '1920w', '"WebSite"', '"RadioStation"'],
      ...['mailto:studio@harbour.example', `<link rel="canonical" href="${url}"`],
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/<script(?![^>]*(?:src=|ld\+json))|<style|\sstyle=|\son\w+=/);
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["script-src 'self'", "style-src 'self'", "frame-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    const css = /href="([^"]+\/theme\/ffee00-auto-md\.css)"/.exec(text)?.[1] ?? '';
    const theme = await get(css);
    expect([theme.status, theme.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    // Yellow on white could not be read.
    expect(theme.text).not.toContain('--accent:#ffee00;--accent-ink:#fff');
    expect((await get(css.replace('ffee00-auto', '}body{x')))?.status).toBe(404);
    const small = /\/images\/sites-\w+\.webp/.exec(text)?.[0] ?? '';
    expect((await portal.app.inject(small)).statusCode).toBe(200);
  });

  test('is in the sitemap unless it says otherwise, and gone with its account', async () => {
    const at = await owner();
    const { url } = await publish(at, siteDraft());
    let asked = 0;
    const sitemap = async () => (await get(`/sitemaps/sites.xml?n=${params()}${++asked}`)).text;
    const params = () => at.account;
    expect(await sitemap()).toContain(`<loc>${url}</loc>`);
    await publish(at, siteDraft({ seo: { title: '', description: '', index: false } }));
    expect(await sitemap()).not.toContain(`<loc>${url}</loc>`);
    expect((await get(new URL(url).pathname)).text).toContain('<meta name="robots" content="noindex">');
    const { db } = portal.kernel;
    await db.updateTable('accounts').set({ suspended_at: new Date() }).where('key', '=', at.account).execute();
    expect((await get(new URL(url).pathname)).status).toBe(404);
  });

  test('shows no station that left the account', async () => {
    const [at, other] = [await owner(), await owner()];
    const { url } = await publish(at, withBlocks([{ ...newBlock('hero', 'b1'), station: at.station } as SiteBlock]));
    const { pathname } = new URL(url);
    expect((await get(pathname)).text).toContain('data-radio');
    const { db } = portal.kernel;
    await db.updateTable('stations').set({ account_key: other.account }).where('key', '=', at.station).execute();
    expect((await get(pathname)).text).not.toContain('data-radio');
    const { revision } = await at.client.ok(sites.get, { params: at.params });
    const again = await at.client.call(sites.publish, { params: at.params, body: { revision } });
    expect(again.json.error.code).toBe('site.foreign');
  });
});

test('a preview is the page of what was not saved, which nobody can press', async () => {
  const { client, params } = await owner();
  const about = { path: 'about', title: 'About', blocks: [newBlock('text', 'b1')] };
  const draft = siteDraft({ title: 'Unsaved', pages: [...siteDraft().pages, about] });
  const { html } = await client.ok(sites.preview, { params, body: { draft, page: 'about', mode: 'dark' } });
  for (const part of ['<h1>About</h1>', 'Unsaved', ' inert', '-dark-md.css', 'aria-current="page"'])
    expect(html).toContain(part);
  expect(html).not.toMatch(/<script[^>]*src=/);
  expect(await portal.kernel.db.selectFrom('sites').select('slug').where('account_key', '=', params.id).execute()).toEqual(
    [],
  );
});

test('hostile texts in every block and field are shown as text', async () => {
  const { client, params, station } = await owner();
  const page = async (text: string): Promise<string> => {
    const short = text.slice(0, 80).trim();
    const titled = (block: SiteBlock): SiteBlock => ({ ...block, title: text.slice(0, 120) });
    const blocks = [
      { ...newBlock('hero', 'b1'), station, text, cta: short.slice(0, 40) } as SiteBlock,
      { ...newBlock('text', 'b2'), html: `<p>Before</p>${text}` } as SiteBlock,
      {
        ...newBlock('links', 'b3'),
        items: [{ label: short, url: `https://x.example/?a="'><script>` }],
      } as SiteBlock,
      {
        ...newBlock('schedule', 'b4'),
        rows: [{ day: 1, from: '07:00', to: '08:00', title: text.slice(0, 120), podcast: '' }],
      } as SiteBlock,
      { ...newBlock('contact', 'b5'), address: text } as SiteBlock,
    ].map(titled);
    const draft = siteDraft({
      title: text.slice(0, 100),
      seo: { title: text.slice(0, 100), description: text, index: true },
      pages: [
        { path: '', title: short, blocks },
        { path: 'two', title: short, blocks: [] },
      ],
    });
    return (await client.ok(sites.preview, { params, body: { draft, page: '' } })).html;
  };
  const shape = (html: string): string[] => {
    const found: string[] = [];
    sanitize(html.replace(/<div class="prose">.*?<\/div>/s, ''), {
      allowedTags: false,
      allowedAttributes: false,
      allowVulnerableTags: true,
      transformTags: { '*': (tag, attributes) => (found.push(`${tag} ${Object.keys(attributes).join(' ')}`), { tagName: tag, attribs: {} }) },
    });
    return found;
  };
  const plain = shape(await page('Plain text of the page'));
  expect(plain.length).toBeGreaterThan(40);
  for (const text of hostileTexts) {
    if (text.trim() !== text) continue;
    const html = await page(text);
    expect([text, shape(html)]).toEqual([text, plain]);
    const prose = /<div class="prose">(.*?)<\/div>/s.exec(html)?.[1] ?? '';
    for (const tag of prose.match(/<[^>]*>/g) ?? [])
      expect(tag).toMatch(/^<\/?(?:p|h2|h3|strong|em|u|s|ul|ol|li|blockquote|code|pre|br|hr)(?: \/)?>$|^<\/a>$|^<a rel="[\w ]+" target="_blank">$/);
  }
});

test('images that nothing shows are deleted after a day, those of versions stay', async () => {
  const at = await owner();
  const upload = async () => await at.client.ok(sites.addImage, { params: at.params, file: await picture(60, 60) });
  const [used, lost] = [await upload(), await upload()];
  await publish(at, withBlocks([{ ...newBlock('image', 'b1'), image: used.name, alt: 'x' } as SiteBlock]));
  await publish(at, siteDraft());
  const { kernel } = portal;
  await deleteUnusedImages(kernel);
  expect((await portal.app.inject(lost.url)).statusCode).toBe(200);
  await deleteUnusedImages({ ...kernel, clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } });
  const states = await Promise.all([used, lost].map(async ({ url }) => (await portal.app.inject(url)).statusCode));
  expect(states).toEqual([200, 404]);
});
