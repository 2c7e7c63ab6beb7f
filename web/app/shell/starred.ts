import { brand } from '#brand/brand.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Preferences } from '#contract/api/preferences.ts';

export type Starred = Preferences['starred'];

/** Adds a page at the end of the starred pages, or removes it; at the limit nothing is added. */
export const toggleStar = (starred: Starred, page: Starred[number]): Starred => {
  const others = starred.filter(({ path }) => path !== page.path);
  if (others.length < starred.length) return others;
  return starred.length >= limits.maxStarred ? starred : [...starred, page];
};

/** Spec §9: the first 10 are shown separately. */
export const splitStarred = (starred: Starred): { apart: Starred; more: Starred } => ({
  apart: starred.slice(0, limits.starredApart),
  more: starred.slice(limits.starredApart),
});

/** The page's name in the window title, without the brand. */
export const pageNameOf = (windowTitle: string): string =>
  windowTitle.endsWith(` - ${brand.name}`) ? windowTitle.slice(0, -` - ${brand.name}`.length) : windowTitle;
