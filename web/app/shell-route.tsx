import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { offersRoute } from '#web/lib/brand-routes.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { Shell } from './shell/Shell.tsx';

/** A screen in its own chunk. The module's type is erased: screens use the router's types, which would be circular. */
export const screen = (load: () => Promise<object>, name: string): RouteComponent =>
  lazyRouteComponent(() => loadChunk(load) as Promise<Record<string, RouteComponent>>, name) as RouteComponent;

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  // A route that the brand lacks leads to "/", as any unknown path (spec §2).
  beforeLoad: ({ matches }) => {
    if (!offersRoute(matches.at(-1)?.fullPath ?? '')) throw redirect({ to: '/', replace: true });
  },
});

/** The layout around all screens. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
