import { useRouter, type AnyRoute, type AnyRouter } from '@tanstack/react-router';
import type { Flag } from '#contract/rules/brand-flags.ts';
import type { Action } from '#contract/rules/permissions.ts';
import { brand } from '#brand/brand.ts';

/** The names of what a page shows; undefined until they are loaded. `params` are the keys in its URL. */
export type Names = {
  account: string | undefined;
  station: string | undefined;
  podcast: string | undefined;
  episode: string | undefined;
  params: Readonly<Record<string, string | undefined>>;
};

/** A page in the breadcrumb: its text, or how it is made of names. */
export type Title = string | ((names: Names) => string);

/** An entry of the navigation; `first` is the path of the first page below it, if the page itself only leads there. */
export type NavEntry = { of: 'account' | 'portal'; icon: string; name?: string; first?: string } | { of: 'shell' };

/** What the declaration of a screen or a frame (`web/app/screen.ts`) says about its page. */
export type Page = {
  title: Title | false;
  may: Action | 'anyone';
  flag?: Flag;
  nav?: NavEntry;
  /** Missing for frames, which only show screens. */
  screen?: { load: (() => Promise<object>) | 'first'; name: string; calls: readonly string[] };
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page;
  }
}

/** Pages by their route (`/accounts/$accountKey/people`), in the order of the declarations. */
export type Pages = ReadonlyMap<string, Page>;

/** The pages of a tree of routes. A page has the flag of what it is within, and a frame's first screen what else the frame says. */
export const pagesOf = (tree: AnyRoute): Pages => {
  const known = pagesOfTrees.get(tree);
  if (known) return known;
  const pages = new Map<string, Page>();
  collect(tree, { base: '', flag: undefined }, pages);
  pagesOfTrees.set(tree, pages);
  return pages;
};
const pagesOfTrees = new WeakMap<AnyRoute, Pages>();

const collect = (
  route: AnyRoute,
  { base, flag }: { base: string; flag: Flag | undefined },
  pages: Map<string, Page>,
) => {
  const { path, staticData } = route.options as { path?: string; staticData?: { page?: Page } };
  const full = path === undefined ? base : `${base}/${path}`.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  const page = staticData?.page;
  const wanted = page?.flag ?? flag;
  if (page) pages.set(full || '/', { ...pages.get(full || '/'), ...page, ...(wanted && { flag: wanted }) });
  for (const child of (route.children ?? []) as AnyRoute[]) collect(child, { base: full, flag: wanted }, pages);
};

/** Whether the brand has what needs this flag. */
export const isOfferedPage = (flag: Flag | undefined): boolean => flag === undefined || brand.flags[flag];

/** The route of the page at a path. */
export const routeAt = (router: AnyRouter, pathname: string): string =>
  router.getMatchedRoutes(pathname)[2]?.fullPath ?? '/';

/** The pages on the way to a path with this route, from the top, each with its own path; the last is that of the path itself. */
export const pagesOnTheWay = (pages: Pages, pathname: string, route: string): { path: string; page: Page }[] => {
  const [keys, names] = [segmentsOf(pathname), segmentsOf(route)];
  return names.flatMap((_, i) => {
    const page = pages.get(`/${names.slice(0, i + 1).join('/')}`);
    return page ? [{ path: `/${keys.slice(0, i + 1).join('/')}`, page }] : [];
  });
};
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** The portal's pages. */
export const usePages = (): Pages => pagesOf(useRouter().routeTree as AnyRoute);

/** Whether the brand has the page of this route; undeclared routes have none. */
export const useOffersPage = (route: string): boolean => {
  const page = usePages().get(route);
  return page !== undefined && isOfferedPage(page.flag);
};
