import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { accountPages, stationPages } from '#web/features/palette/place-pages.ts';

/* The palette knows every page of a station and of an account. */

// The browser globals that the shell and the router use on import.
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: {} }));
vi.stubGlobal('history', {});
vi.stubGlobal('self', {});
vi.stubGlobal('addEventListener', () => {});
const { makeRouter } = await import('./router.tsx');

const routes = Object.values(makeRouter(new QueryClient(), createMemoryHistory()).routesById).map(({ fullPath }) =>
  (fullPath as string).replace(/\/$/, ''),
);
const below = (base: string): string[] => [
  ...new Set(
    routes
      .filter((route) => route === base || route.startsWith(`${base}/`))
      .map((route) => route.slice(base.length))
      // The last two are other names of a section's first page (index-redirects.ts).
      .filter((path) => !path.includes('$') && !/\/(list|overview)$/.test(path)),
  ),
];

/** These only lead to the first page below them. */
const redirects = new Set(['/settings', '/analytics', '/finance', '/microsite', '/subscriptions']);

test('every page of a station is in the palette', () => {
  const known = stationPages.map(({ path }) => path);
  expect(known.toSorted()).toEqual(
    below('/accounts/$accountKey/stations/$stationKey')
      .filter((path) => path !== '/settings')
      .toSorted(),
  );
});

test('every page of an account is in the palette', () => {
  const known = accountPages.map(({ path }) => path);
  // Those of podcasts are with the podcasts (palette-podcasts.tsx).
  const pages = below('/accounts/$accountKey').filter((path) => !/^\/podcasts(\/create)?$/.test(path));
  expect(known.toSorted()).toEqual(pages.filter((path) => path === '/settings' || !redirects.has(path)).toSorted());
});
