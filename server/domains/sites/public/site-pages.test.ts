import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sanitize from 'sanitize-html';
import { newBlock, type SiteBlock } from '#contract/api/site-blocks.ts';
import { sites } from '#contract/api/sites.ts';
import { hostileTexts } from '#contract/testing/hostile-texts.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { siteDraft } from '#server/testing/site-fixtures.ts';
import { publishDraft, siteOwner, withBlocks } from '../testing/site-owner.ts';

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

describe('a public site', () => {
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
    const { url } = await publishDraft(at, draft);
    const { status, text, headers } = await get(new URL(url).pathname);
    expect(status).toBe(200);
    for (const part of [
      ...[
        '<html lang="de" dir="ltr"',
        '<h1>Harbour Lights</h1>',
        'Programm</h2>',
        'Montag',
        'Kontakt</h2>',
        'Sea Talk',
      ],
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
    const { url } = await publishDraft(at, siteDraft());
    let asked = 0;
    const sitemap = async () => (await get(`/sitemaps/sites.xml?n=${params()}${++asked}`)).text;
    const params = () => at.account;
    expect(await sitemap()).toContain(`<loc>${url}</loc>`);
    await publishDraft(at, siteDraft({ seo: { title: '', description: '', index: false } }));
    expect(await sitemap()).not.toContain(`<loc>${url}</loc>`);
    expect((await get(new URL(url).pathname)).text).toContain('<meta name="robots" content="noindex">');
    const { db } = portal.kernel;
    await db.updateTable('accounts').set({ suspended_at: new Date() }).where('key', '=', at.account).execute();
    expect((await get(new URL(url).pathname)).status).toBe(404);
  });

  test('shows no station that left the account', async () => {
    const [at, other] = [await owner(), await owner()];
    const { url } = await publishDraft(
      at,
      withBlocks([{ ...newBlock('hero', 'b1'), station: at.station } as SiteBlock]),
    );
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
  expect(
    await portal.kernel.db.selectFrom('sites').select('slug').where('account_key', '=', params.id).execute(),
  ).toEqual([]);
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
      transformTags: {
        '*': (tag, attributes) => (
          found.push(`${tag} ${Object.keys(attributes).join(' ')}`),
          { tagName: tag, attribs: {} }
        ),
      },
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
      expect(tag).toMatch(
        /^<\/?(?:p|h2|h3|strong|em|u|s|ul|ol|li|blockquote|code|pre|br|hr)(?: \/)?>$|^<\/a>$|^<a rel="[\w ]+" target="_blank">$/,
      );
  }
});
