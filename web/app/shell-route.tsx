import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { loadChunk } from '#web/lib/chunks.ts';
import { Shell } from './shell/Shell.tsx';

/** A screen in a chunk of its own. Its module's type is let go, as screens use the router's. */
export const screen = (load: () => Promise<object>, name: string): RouteComponent =>
  lazyRouteComponent(() => loadChunk(load) as Promise<Record<string, RouteComponent>>, name) as RouteComponent;

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet });

/** What all screens stand in. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
