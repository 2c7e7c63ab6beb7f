import { brand } from '#brand/brand.ts';
import { limits } from '#contract/limits.ts';
import type { Preferences } from '#contract/session.ts';

export type Starred = Preferences['starred'];

/** Stars a page, the latest last, or takes its star away; beyond the most that are kept nothing is added. */
export const toggleStar = (starred: Starred, page: Starred[number]): Starred => {
  const without = starred.filter(({ path }) => path !== page.path);
  if (without.length < starred.length) return without;
  return starred.length >= limits.maxStarred ? starred : [...starred, page];
};

/** Spec §9: the first 10 are kept separate. */
export const partStarred = (starred: Starred): { apart: Starred; more: Starred } => ({
  apart: starred.slice(0, limits.starredApart),
  more: starred.slice(limits.starredApart),
});

/** What a page calls itself in the window's title, without the brand. */
export const pageNameOf = (windowTitle: string): string =>
  windowTitle.endsWith(` - ${brand.name}`) ? windowTitle.slice(0, -` - ${brand.name}`.length) : windowTitle;
