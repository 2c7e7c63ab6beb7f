import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ReportSearch } from '#web/features/analytics/shared/period-search.ts';
import { styleNonce } from '#web/lib/nonce.ts';
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts';
import { createQueryClient } from './query-client.ts';
import { lazyScreen } from './screen.ts';
import { cssVariables, theme } from './theme.ts';
import { Toasts } from './Toasts.tsx';

/** Shows the page of a shared link: a router of its own, in which there is nothing else to open. */
export const showShared = (element: HTMLElement): void => {
  const root = createRootRoute();
  const shared = createRoute({
    getParentRoute: () => root,
    path: '/shared/$token',
    validateSearch: ReportSearch,
    component: lazyScreen(() => import('#web/features/analytics/SharedReportScreen.tsx'), 'SharedReportScreen'),
  });
  const router = createRouter({ routeTree: root.addChildren([shared]), parseSearch, stringifySearch });
  createRoot(element).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
      defaultColorScheme="auto"
      deduplicateInlineStyles
    >
      <QueryClientProvider client={createQueryClient()}>
        <Toasts />
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
};
