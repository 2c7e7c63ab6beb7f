import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pagesOf } from '#web/lib/pages.ts';
import { podcastTabs } from './podcast-screens.ts';
import { routeTree } from './route-tree.ts';

/* Most tabs and links are written where they are shown, so a declared page may be one that no page leads to. */

const web = join(import.meta.dirname, '..');
const globs = ['{features,parts,ui}/**/*.{ts,tsx}', 'app/shell/*.{ts,tsx}'];
/** Without the palette, which finds every page, and without what names a page's own route. */
const sources = globs
  .flatMap((glob) => globSync(glob, { cwd: web }))
  .filter((file) => !/\.test\.tsx?$|features\/palette\//.test(file))
  .map((file) => readFileSync(join(web, file), 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/|import ).*$/gm, ''))
  .join('\n')
  .replaceAll(/getRouteApi\([^)]*\)|from: '[^']*'/g, '');
const links = [sources, ...podcastTabs.map(({ path }) => `'${path}'`)].join('\n');

/** The last word of a page's path, with which a link to it ends. */
const lastWordOf = (route: string): string => route.split('/').findLast((part) => /^[^$]/.test(part)) ?? '';
const isLinked = (route: string): boolean => new RegExp(`[/'"\`]${lastWordOf(route)}['"\`?#/]`).test(links);

test('a tab, a link or an entry of the navigation leads to every page of an account and of the portal', () => {
  const pages = [...pagesOf(routeTree)].filter(([route, page]) => /^\/(?:accounts|portal)/.test(route) && page.screen);
  expect(pages.length).toBeGreaterThan(80);
  const lost = pages.filter(([route, { nav }]) => nav === undefined && !isLinked(route)).map(([route]) => route);
  const advice =
    'no page leads to these: add a tab where their frame has its <PageTabs> (a station: StationFrame.tsx), or a link';
  expect(lost, advice).toEqual([]);
});
