import type { QueryClient } from '@tanstack/react-query';
import {
  createRoute,
  lazyRouteComponent,
  Outlet,
  type AnyRoute,
  type ParsedLocation,
  type ResolveFullPath,
  type ResolveId,
  type ResolveParams,
  type RouteComponent,
} from '@tanstack/react-router';
import type { Flag } from '#contract/rules/brand-flags.ts';
import type { registry } from '#contract/api/index.ts';
import type { Action } from '#contract/rules/permissions.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import type { Page, Title } from '#web/lib/pages.ts';
import type { PathParams } from './path-keys.ts';
import { prefetchScreen } from './prefetch.ts';
import type { accountIcons } from './shell/account-icons.ts';
import type { portalIcons } from './shell/portal-icons.ts';

type Registry = typeof registry;
/** An endpoint by its domain and name: `stations.get`. */
export type EndpointName = { [D in keyof Registry]: `${D}.${Extract<keyof Registry[D], string>}` }[keyof Registry];

/** An entry in the navigation of the account or of the portal. `shell` entries are drawn by the layout itself. */
type Nav =
  | { of: 'account'; icon: keyof typeof accountIcons; name?: string; first?: string }
  | { of: 'portal'; icon: keyof typeof portalIcons; name?: string }
  | { of: 'shell' };

type Place<TParent extends AnyRoute, TPath extends string> = {
  /** The frame that it is shown in, or the shell. */
  parent: TParent;
  /** Below the parent's path; '/' is the first screen of a frame. Its keys are those of `path-keys.ts`. */
  path: TPath;
  /** Who may open it (spec §2): those who may do this with what the keys in its path identify. */
  may: Action | 'anyone';
  /** Only brands with this flag have it, and what is within it. */
  flag?: Flag;
  /** Its entry in the navigation, which is marked on all pages below it. */
  nav?: Nav;
};

/** What a screen is; everything that lists screens is derived from it. */
export type ScreenOptions<TParent extends AnyRoute, TPath extends string, TSearch> = Place<TParent, TPath> & {
  /** Its module, loaded when it is first shown; 'first' is with the layout, and `router.tsx` has its component. */
  load: (() => Promise<object>) | 'first';
  /** Its component in that module. */
  name: string;
  /** In the breadcrumb, the navigation and the palette; false where the breadcrumb ends above it. */
  title: Title | false;
  /** The state in its URL. */
  search?: TSearch;
  /** The endpoints it calls, for `docs/MAP.md` and the tests: the built pages don't have them. */
  calls: readonly EndpointName[];
};

/** A layout of several screens; it has a title where its path leads to the first of them. */
type FrameOptions<TParent extends AnyRoute, TPath extends string> = Place<TParent, TPath> & {
  load?: () => Promise<object>;
  name?: string;
  title?: Title;
};

/** Does not compile for a key that `path-keys.ts` does not know. */
type KnownKeys<TPath extends string> =
  Exclude<keyof ResolveParams<TPath>, keyof PathParams> extends never
    ? unknown
    : { path: `unknown key ${Exclude<keyof ResolveParams<TPath>, keyof PathParams> & string}` };

type KeysIn<TPath extends string> = Pick<PathParams, keyof ResolveParams<TPath> & keyof PathParams>;

type RouteAt<TParent extends AnyRoute, TPath extends string, TSearch> = ReturnType<
  typeof createRoute<
    unknown,
    TParent,
    TPath,
    ResolveFullPath<TParent, TPath>,
    string,
    ResolveId<TParent, string, TPath>,
    TSearch,
    KeysIn<TPath>
  >
>;

/** Declares a screen (CONTRIBUTING.md): its route, with what the guards, the navigation and the lists of screens read of it. */
export const screen = <TParent extends AnyRoute, const TPath extends string, TSearch = undefined>(
  options: ScreenOptions<TParent, TPath, TSearch> & KnownKeys<TPath>,
): RouteAt<TParent, TPath, TSearch> => {
  // Built pages lack the calls (tools/slim-screens.ts).
  const {
    load,
    name,
    calls,
  }: { load: ScreenOptions<TParent, TPath, TSearch>['load']; name: string; calls?: readonly string[] } = options;
  return route(options, { ...pageOf(options), screen: { load, name, calls: calls ?? [] } });
};

/** Declares the layout of several screens. */
export const frame = <TParent extends AnyRoute, const TPath extends string>(
  options: FrameOptions<TParent, TPath> & KnownKeys<TPath>,
): RouteAt<TParent, TPath, undefined> => route(options, pageOf(options));

const pageOf = ({
  title = false,
  may,
  flag,
  nav,
}: Pick<Page, 'may' | 'flag' | 'nav'> & { title?: Title | false }): Page => ({
  ...{ title, may },
  ...(flag && { flag }),
  ...(nav && { nav }),
});

const route = <TParent extends AnyRoute, TPath extends string, TSearch>(
  { parent, path, load, name = '', search }: RouteParts<TParent>,
  page: Page,
): RouteAt<TParent, TPath, TSearch> =>
  createRoute({
    getParentRoute: () => parent,
    path: path as string,
    staticData: { page },
    ...(load !== 'first' && { component: load ? lazyScreen(load, name) : Outlet }),
    ...(typeof load === 'function' && { loader: loaderOf(load, page, search) }),
    ...(search !== undefined && { validateSearch: search }),
  } as never) as never;

type RouteParts<TParent> = {
  parent: TParent;
  path: string;
  load?: ScreenOptions<AnyRoute, string, undefined>['load'];
  name?: string;
  search?: unknown;
};

type Loaded = {
  context: { queries: QueryClient };
  params: Readonly<Record<string, string>>;
  location: ParsedLocation;
  preload: boolean;
};

/** Not for a link that the pointer only rests on: its screen's code is enough. */
const loaderOf =
  (load: () => Promise<object>, { may }: Page, search: unknown) =>
  ({ context: { queries }, params, location, preload }: Loaded): Promise<void> | undefined => {
    if (preload) return undefined;
    const read = (search as { parse?: (found: object) => object } | undefined)?.parse;
    return prefetchScreen(load, { may, queries, params, search: read?.(location.search) ?? {} });
  };

/** A screen in its own chunk. The module's type is erased: screens use the router's types, which would be circular. */
export const lazyScreen = (load: () => Promise<object>, name: string): RouteComponent =>
  lazyRouteComponent(() => loadChunk(load) as Promise<Record<string, RouteComponent>>, name) as RouteComponent;
