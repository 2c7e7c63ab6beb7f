import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { isOfferedPage } from '#web/lib/pages.ts';

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  // A page that the brand lacks leads to "/", as any unknown path (spec §2).
  beforeLoad: ({ matches }) => {
    if (!matches.every(({ staticData: { page } }) => isOfferedPage(page?.flag)))
      throw redirect({ to: '/', replace: true });
  },
});

/** The layout around all screens, which `router.tsx` gives its component: the declarations are also read without a browser. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell' });
