import type { AccountKey } from '#contract/keys.ts';

/** The entry of the navigation that a page belongs to, as its path; undefined for pages outside it. A station is an entry of its own. */
export const navPlaceOf = (pathname: string): string | undefined => {
  const [area, key, section, item] = pathname.split('/').filter(Boolean);
  if (area === 'changelog') return '/changelog';
  if (area === 'portal') return key === undefined ? '/portal' : `/portal/${key}`;
  if (area !== 'accounts') return undefined;
  if (key === undefined || key === 'create') return '/accounts';
  if (section === undefined) return `/accounts/${key}`;
  const isStation = section === 'stations' && item !== undefined && !stationPages.has(item);
  return isStation ? `/accounts/${key}/stations/${item}` : `/accounts/${key}/${section}`;
};
const stationPages = new Set(['create', 'deleted']);

/** The place of a page in a navigation that lists only these stations: that of another station is the list of all stations. */
export const shownPlaceOf = (
  pathname: string,
  { accountKey, stations }: { accountKey: AccountKey; stations: readonly string[] },
): string | undefined => {
  const place = navPlaceOf(pathname);
  const list = `/accounts/${accountKey}/stations`;
  if (!place?.startsWith(`${list}/`)) return place;
  return stations.includes(place.slice(list.length + 1)) ? place : list;
};
