import { pagesOnTheWay, type Names, type Pages } from '#web/lib/pages.ts';

export type Crumb = { text: string; path: string };

/**
 * The crumbs of a path with this route, after the home link: the titles of the pages on the way, the last is the current page. Ancestors
 * that the navigation shows (the accounts, the account, its stations) are left out, and the station too if two crumbs follow it.
 */
export const crumbsOf = (pages: Pages, pathname: string, route: string, names: Names): Crumb[] => {
  const crumbs = pagesOnTheWay(pages, pathname, route).flatMap(({ path, page: { title } }) =>
    title === false ? [] : [{ text: typeof title === 'string' ? title : title(names), path }],
  );
  if (!route.startsWith('/accounts/$accountKey')) return crumbs;
  const stationAt = 3;
  const isStation = route.startsWith('/accounts/$accountKey/stations/$stationKey');
  const from = isStation ? stationAt + (crumbs.length > stationAt + 2 ? 1 : 0) : 2;
  return crumbs.slice(Math.min(from, crumbs.length - 1));
};
