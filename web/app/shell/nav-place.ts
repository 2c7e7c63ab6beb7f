import { useLocation, useRouter } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import { pagesOnTheWay, routeAt, usePages, type Pages } from '#web/lib/pages.ts';

/**
 * The entry of the navigation that a page belongs to, as its path: the nearest that is declared on the way to it; undefined for pages
 * outside it. A station is an entry of its own.
 */
export const navPlaceOf = (pages: Pages, pathname: string, route: string): string | undefined =>
  pagesOnTheWay(pages, pathname, route).findLast(({ page }) => page.nav)?.path;

/** The entry of the open page. */
export const useNavPlace = (): string | undefined => {
  const router = useRouter();
  const pages = usePages();
  return useLocation({ select: ({ pathname }) => navPlaceOf(pages, pathname, routeAt(router, pathname)) });
};

/** The place of a page in a navigation that lists only these stations: that of another station is the list of all stations. */
export const shownPlaceOf = (
  place: string | undefined,
  { accountKey, stations }: { accountKey: AccountKey; stations: readonly string[] },
): string | undefined => {
  const list = `/accounts/${accountKey}/stations`;
  if (!place?.startsWith(`${list}/`)) return place;
  return stations.includes(place.slice(list.length + 1)) ? place : list;
};
