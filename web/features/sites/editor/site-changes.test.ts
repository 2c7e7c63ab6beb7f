import { expect, test } from 'vitest';
import { defaultTheme, type SiteContent, type SitePage } from '#contract/api/site.ts';
import { newBlock, type BlockType, type SiteBlock } from '#contract/api/site-blocks.ts';
import { hasChanges, siteChanges } from './site-changes.ts';

const block = (type: BlockType, id: string, title = ''): SiteBlock => ({ ...newBlock(type, id), title }) as SiteBlock;
const home: SitePage = {
  ...{ path: '', title: 'Home' },
  blocks: [block('hero', 'a'), block('text', 'b'), block('people', 'c'), block('contact', 'd')],
};
const about: SitePage = { path: 'about', title: 'About', blocks: [block('text', 'e')] };
const site: SiteContent = {
  ...{ title: 'Harbour', language: 'en', theme: defaultTheme, nav: true, ads_txt: '' },
  seo: { title: '', description: '', index: true },
  pages: [home, about],
};
const withHome = (blocks: readonly (SiteBlock | undefined)[]): SiteContent => ({
  ...site,
  pages: [{ ...home, blocks: blocks.filter((one) => one !== undefined) }, about],
});
const [a, b, c, d] = home.blocks;
const listed = (draft: SiteContent): string[] =>
  siteChanges(site, draft).pages.flatMap(({ kind, page, blocks }) =>
    blocks.length === 0
      ? [`${kind} ${page.title}`]
      : blocks.map(
          (one) => `${page.title}: ${one.kind} ${one.block.id}${one.fields.map((name) => ` ${name}`).join('')}`,
        ),
  );

test('what is the same has no changes', () => {
  expect(hasChanges(siteChanges(site, structuredClone(site)))).toBe(false);
});

test('blocks are added, removed and changed, with the fields that differ', () => {
  expect(listed(withHome([a, block('text', 'b', 'News'), c, block('links', 'x')]))).toEqual([
    'Home: changed b title',
    'Home: added x',
    'Home: removed d',
  ]);
});

test.each([
  [[d, a, b, c], ['d']],
  [[b, c, d, a], ['a']],
  [[a, c, b, d], ['c']],
  [
    [c, d, a, b],
    ['c', 'd'],
  ],
])('a block that moved is named once', (blocks, moved) => {
  const names = listed(withHome(blocks)).map((line) => line.replace('Home: moved ', ''));
  expect(names).toHaveLength(moved.length);
});

test('pages are added, removed, renamed and reordered', () => {
  const team = { ...about, path: 'team', title: 'Team' };
  expect(siteChanges(site, { ...site, pages: [home, team] }).pages).toEqual([
    { kind: 'changed', page: team, before: { title: 'About', path: 'about' }, blocks: [] },
  ]);
  const news = { path: 'news', title: 'News', blocks: [block('text', 'y')] };
  expect(listed({ ...site, pages: [home, news] })).toEqual(['added News', 'removed About']);
  const three = { ...site, pages: [home, about, news] };
  expect(siteChanges(three, { ...site, pages: [home, news, about] }).fields).toEqual(['order']);
});

test('what concerns the whole site is named', () => {
  const draft = { ...site, title: 'Tide', theme: { ...defaultTheme, mode: 'dark' as const } };
  expect(siteChanges(site, draft)).toEqual({ fields: ['title', 'theme'], pages: [] });
});
