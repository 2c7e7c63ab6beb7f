import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router';
import type { StationKey } from '#contract/keys.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { BadRequestScreen, ForbiddenScreen, NotFoundScreen } from '#web/features/session/ErrorScreens.tsx';
import { AccountsSearch } from '#web/features/accounts/accounts-search.ts';
import { StationSearch } from '#web/features/stations/station-search.ts';
import { PurchaseSearch } from '#web/features/billing/shared/purchase-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account, accountPages } from './account-routes.tsx';
import { advertisingPages } from './advertising-routes.tsx';
import { financePages, openInvoices } from './finance-routes.tsx';
import { accountAnalytics, stationAnalytics } from './analytics-routes.tsx';
import { autoDjPages } from './autodj-routes.tsx';
import { indexRedirects } from './index-redirects.ts';
import { joiningRoutes } from './joining-routes.tsx';
import { accountPodcastRoutes, stationPodcastRoutes } from './podcast-routes.tsx';
import { playerPages } from './player-routes.tsx';
import { sitePages } from './site-routes.tsx';
import { portalRoutes } from './portal-routes.tsx';
import { root, screen, shell } from './shell-route.tsx';
import { station, stationPages } from './station-routes.tsx';

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: screen(() => import('#web/features/accounts/HomeScreen.tsx'), 'HomeScreen'),
});
const accounts = createRoute({
  getParentRoute: () => shell,
  path: '/accounts',
  validateSearch: AccountsSearch,
  component: screen(() => import('#web/features/accounts/AccountsScreen.tsx'), 'AccountsScreen'),
});
const accountCreate = createRoute({
  getParentRoute: () => shell,
  path: '/accounts/create',
  component: screen(() => import('#web/features/accounts/AccountCreateScreen.tsx'), 'AccountCreateScreen'),
});

const accountHome = createRoute({
  getParentRoute: () => account,
  path: '/',
  component: screen(() => import('#web/features/accounts/AccountScreen.tsx'), 'AccountScreen'),
});
const stationList = createRoute({
  getParentRoute: () => account,
  path: 'stations',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/stations/StationsScreen.tsx'), 'StationsScreen'),
});
const stationCreate = createRoute({
  getParentRoute: () => account,
  path: 'stations/create',
  validateSearch: PurchaseSearch,
  component: screen(() => import('#web/features/stations/StationCreateScreen.tsx'), 'StationCreateScreen'),
});
const stationsDeleted = createRoute({
  getParentRoute: () => account,
  path: 'stations/deleted',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/stations/DeletedStationsScreen.tsx'), 'DeletedStationsScreen'),
});

const stationHome = createRoute({
  getParentRoute: () => station,
  path: '/',
  validateSearch: StationSearch,
  component: screen(() => import('#web/features/stations/StationScreen.tsx'), 'StationScreen'),
});
const stationRedirect = createRoute({
  getParentRoute: () => shell,
  path: '/stations/$stationKey',
  params: {
    parse: ({ stationKey }) => ({ stationKey: stationKey as StationKey }),
    stringify: ({ stationKey }) => ({ stationKey }),
  },
  component: screen(() => import('#web/features/stations/StationRedirect.tsx'), 'StationRedirect'),
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile/settings',
  component: screen(() => import('#web/features/profile/ProfileScreen.tsx'), 'ProfileScreen'),
});

const deletingStation = createRoute({
  getParentRoute: () => shell,
  path: '/help/deleting-a-station',
  component: screen(() => import('#web/features/help/DeletingStationScreen.tsx'), 'DeletingStationScreen'),
});

const notFound = createRoute({
  getParentRoute: () => shell,
  path: '/not-found',
  component: NotFoundScreen,
});
const forbidden = createRoute({
  getParentRoute: () => shell,
  path: '/forbidden',
  component: ForbiddenScreen,
});
const badRequest = createRoute({
  getParentRoute: () => shell,
  path: '/bad-request',
  component: BadRequestScreen,
});
/** Unknown paths lead to "/" (spec §2). */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const tree = root.addChildren([
  shell.addChildren([
    home,
    accounts,
    accountCreate,
    account.addChildren([
      accountHome,
      stationList,
      stationCreate,
      stationsDeleted,
      accountAnalytics,
      ...accountPages,
      ...advertisingPages,
      ...playerPages,
      ...sitePages,
      financePages,
      ...accountPodcastRoutes,
      station.addChildren([stationHome, autoDjPages, stationAnalytics, ...stationPages, ...stationPodcastRoutes]),
    ]),
    ...portalRoutes,
    openInvoices,
    ...joiningRoutes,
    ...indexRedirects,
    stationRedirect,
    profile,
    deletingStation,
    notFound,
    forbidden,
    badRequest,
  ]),
  unknown,
]);

/** The routes of spec §2. Each screen is loaded when it is first shown; `history` defaults to the browser's. */
export const makeRouter = (queries: QueryClient, history?: RouterHistory) =>
  createRouter({
    ...(history && { history }),
    routeTree: tree,
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenSkeleton,
    defaultErrorComponent: Failure,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingMs: 200,
    scrollRestoration: true,
    trailingSlash: 'preserve',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
