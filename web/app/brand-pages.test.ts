import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isOffered } from '#contract/rules/brand-flags.ts';
import { allEndpoints } from '#contract/api/index.ts';
import { brands } from '#brands/brands.ts';
import { purchaseCalls } from './account-screens.ts';
import type { makeRouter as MakeRouter } from './router.tsx';
import { screens } from './screens.ts';

/* Pages that only some brands have, resolved by the real router. */

describe.each(Object.values(brands))('the pages of $id', (brand) => {
  let makeRouter: typeof MakeRouter;
  beforeAll(async () => {
    vi.resetModules();
    // The layout and the screens need a browser; the routes do not.
    vi.doMock('./shell/Shell.tsx', () => ({ Shell: () => null }));
    vi.doMock('#web/lib/chunks.ts', () => ({ loadChunk: () => Promise.resolve(anyScreen) }));
    vi.doMock('#brand/brand.ts', () => ({ brand }));
    ({ makeRouter } = await import('./router.tsx'));
  });
  const opened = async (route: string) => {
    const path = pathOf(route);
    const history = createMemoryHistory({ initialEntries: [path] });
    const router = makeRouter(new QueryClient(), history);
    await router.load();
    // Without a document nothing follows a redirect.
    const result = router._serverResult;
    const pathname = result?.type === 'redirect' ? (result.redirect.options.href ?? '') : path;
    return { pathname, matches: router.state.matches };
  };

  it.each(screens)('leads $route to itself, or to "/" without its flag', async ({ route, flag }) => {
    const { pathname, matches } = await opened(route);
    expect(pathname === '/').toBe(route === '/' || (flag !== undefined && !brand.flags[flag]));
    expect(matches.some(({ status }) => status === 'notFound' || status === 'error')).toBe(false);
  });

  it('call no endpoint that the brand lacks', async () => {
    const missing = new Set(
      allEndpoints()
        .filter(({ endpoint }) => !isOffered(brand.flags, endpoint.spec.flag))
        .map(({ domain, name }) => `${domain}.${name}`),
    );
    const affected = screens.filter(({ calls }) => calls.some((name) => missing.has(name) && !flagged.has(name)));
    for (const { route } of affected) {
      expect((await opened(route)).pathname, `${route} calls what ${brand.id} lacks: its screen() needs a flag`).toBe(
        '/',
      );
    }
  });
});

/** A module with any component. */
const anyScreen = new Proxy({}, { get: (_module, name) => (name === 'then' ? undefined : () => null) });

/** Endpoints of pages that every brand has, called only where the brand has the flag. */
const flagged = new Set([
  ...['portal.postsFor', 'portal.seenPost', ...purchaseCalls, 'billing.resume'],
  ...['campaigns.enabled', 'campaigns.enable', 'adRequests.availability', 'adRequests.setAvailability'],
  ...['portal.partnerLines', 'billing.ofAccount', 'billing.cancelOfAccount'],
]);

const pathOf = (route: string): string =>
  route
    .replace('{accountKey}', `a-${'2'.repeat(22)}`)
    .replace('{stationKey}', `s-${'2'.repeat(22)}`)
    .replace('{podcastKey}', `p-${'2'.repeat(22)}`)
    .replace('{episodeKey}', `e-${'2'.repeat(22)}`)
    .replace(/\{(\w+)\}/, '$1');
