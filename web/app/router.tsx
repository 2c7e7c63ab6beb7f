import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouteComponent, type RouterHistory } from '@tanstack/react-router';
import { BadRequestScreen, ForbiddenScreen, NotFoundScreen } from '#web/features/session/ErrorScreens.tsx';
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { errorPages } from './home-screens.ts';
import { routeTree } from './route-tree.ts';
import { Shell } from './shell/Shell.tsx';
import { shell } from './shell-route.ts';

// What is with the first chunk; everything else is loaded by its declaration.
shell.update({ component: Shell });
[NotFoundScreen, ForbiddenScreen, BadRequestScreen].forEach((component: RouteComponent, i) =>
  errorPages[i]?.update({ component }),
);

/** The routes of spec §2. Each screen is loaded when it is first shown; `history` defaults to the browser's. */
export const makeRouter = (queries: QueryClient, history?: RouterHistory) =>
  createRouter({
    ...(history && { history }),
    routeTree,
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
