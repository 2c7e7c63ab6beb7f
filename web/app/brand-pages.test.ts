import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Brand } from '#contract/brand.ts';
import { isOffered } from '#contract/brand-flags.ts';
import { allEndpoints } from '#contract/index.ts';
import { brands } from '#brands/brands.ts';
import { screens } from './screens.ts';

/* Pages that only some brands have, resolved by the router itself. */

const account = `/accounts/a-${'2'.repeat(22)}`;
const station = `${account}/stations/s-${'2'.repeat(22)}`;
const podcast = `${account}/podcasts/p-${'2'.repeat(22)}`;
const pages: readonly [path: string, flag: keyof Brand['flags']][] = [
  [`${account}/analytics/ctl`, 'ctlAnalytics'],
  [`${account}/analytics/app`, 'appAnalytics'],
  [`${account}/analytics/sound-exchange-reports`, 'royaltyReports'],
  [`${account}/subscriptions/account`, 'subscriptions'],
  [`${account}/settings/applications`, 'appAnalytics'],
  [`${station}/automation`, 'automation'],
  [`${station}/settings/alerts`, 'stationAlerts'],
  [`${station}/analytics/ctl`, 'ctlAnalytics'],
  [`${podcast}/recording`, 'recordPodcast'],
  [`${podcast}/import`, 'importPodcast'],
  [`${podcast}/ad-settings`, 'podcastAds'],
  ['/onboarding/account', 'onboarding'],
  ['/changelog', 'portalContent'],
  ['/portal/posts', 'portalContent'],
  ['/portal/ads-settings', 'podcastAds'],
  ['/portal/partners', 'partners'],
];

/** The router as the web of a brand has it, at an address. */
const routerOf = async (brand: Brand, path: string) => {
  vi.resetModules();
  // The layout itself needs a browser; the routes do not.
  vi.doMock('./shell/Shell.tsx', () => ({ Shell: () => null }));
  vi.doMock('#brand/brand.ts', () => ({ brand }));
  const { makeRouter } = await import('./router.tsx');
  const router = makeRouter(new QueryClient());
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  return router;
};

describe.each(Object.values(brands))('the pages of $id', (brand) => {
  it.each(pages)('%s is shown with the flag %s only, else "Not found" within the layout', async (path, flag) => {
    const router = await routerOf(brand, path);
    const { matches, location } = router.state;
    const notFound = matches.findIndex(({ status }) => status === 'notFound');
    if (brand.flags[flag]) return expect(notFound).toBe(-1);
    expect(location.pathname).toBe(path);
    expect(matches.slice(0, notFound).map(({ routeId }) => routeId)).toContain('/shell');
    const found = matches[notFound];
    expect(found && router.routesById[found.routeId].options.notFoundComponent?.name).toBe('NotFoundScreen');
  });

  it('call nothing that it has not', async () => {
    const lacked = new Set(
      allEndpoints()
        .filter(({ endpoint }) => !isOffered(brand.flags, endpoint.spec.flag))
        .map(({ domain, name }) => `${domain}.${name}`),
    );
    const calling = screens.filter(({ endpoints }) =>
      endpoints.some((name) => lacked.has(name) && !onlyAsked.has(name)),
    );
    for (const { route } of calling) {
      const router = await routerOf(brand, addressOf(route));
      expect(
        router.state.matches.some(({ status }) => status === 'notFound'),
        `${route} is shown`,
      ).toBe(true);
    }
  });
});

/** What stands on a page that every brand has, and is asked for by those only that have it. */
const onlyAsked = new Set(['portal.postsFor', 'portal.seenPost']);

const addressOf = (route: string): string =>
  route
    .replace('{accountKey}', `a-${'2'.repeat(22)}`)
    .replace('{stationKey}', `s-${'2'.repeat(22)}`)
    .replace('{podcastKey}', `p-${'2'.repeat(22)}`)
    .replace('{episodeKey}', `e-${'2'.repeat(22)}`)
    .replace(/\{(\w+)\}/, '$1');
