import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Brand } from '#contract/brand.ts';
import { isOffered } from '#contract/brand-flags.ts';
import { allEndpoints } from '#contract/index.ts';
import { brands } from '#brands/brands.ts';
import { purchaseEndpoints } from './billing-screens.ts';
import { screens } from './screens.ts';

/* Pages that only some brands have, resolved by the real router. */

const account = `/accounts/a-${'2'.repeat(22)}`;
const station = `${account}/stations/s-${'2'.repeat(22)}`;
const podcast = `${account}/podcasts/p-${'2'.repeat(22)}`;
const pages: readonly [path: string, flag: keyof Brand['flags']][] = [
  [`${account}/analytics/ctl`, 'ctlAnalytics'],
  [`${account}/analytics/app`, 'appAnalytics'],
  [`${account}/analytics/sound-exchange-reports`, 'royaltyReports'],
  [`${account}/subscriptions/account`, 'subscriptions'],
  [`${account}/subscriptions/billing`, 'subscriptions'],
  [`${account}/settings/applications`, 'appAnalytics'],
  [`${station}/automation`, 'automation'],
  [`${station}/settings/alerts`, 'stationAlerts'],
  [`${station}/settings/subscriptions`, 'subscriptions'],
  [`${station}/analytics/ctl`, 'ctlAnalytics'],
  [`${podcast}/recording`, 'recordPodcast'],
  [`${podcast}/import`, 'importPodcast'],
  [`${podcast}/ad-settings`, 'podcastAds'],
  ['/onboarding/account', 'onboarding'],
  ['/changelog', 'portalContent'],
  ['/portal/posts', 'portalContent'],
  ['/portal/ads-settings', 'podcastAds'],
  ['/portal/ad-requests', 'advertising'],
  ['/portal/ad-invoices', 'advertising'],
  ['/portal/ad-servers', 'advertising'],
  ['/portal/partners', 'partners'],
  ['/portal/promo-codes', 'subscriptions'],
  ['/portal/payments', 'subscriptions'],
];

/** The router of a brand's web app, loaded at a path. */
const loadRouter = async (brand: Brand, path: string) => {
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
  it.each(pages)('shows %s only with the flag %s, otherwise it leads to "/"', async (path, flag) => {
    const { state } = await loadRouter(brand, path);
    expect(state.location.pathname === '/').toBe(!brand.flags[flag]);
  });

  it('call no endpoint that the brand lacks', async () => {
    const missing = new Set(
      allEndpoints()
        .filter(({ endpoint }) => !isOffered(brand.flags, endpoint.spec.flag))
        .map(({ domain, name }) => `${domain}.${name}`),
    );
    const affected = screens.filter(({ endpoints }) =>
      endpoints.some((name) => missing.has(name) && !flagged.has(name)),
    );
    for (const { route } of affected) {
      const router = await loadRouter(brand, pathOf(route));
      expect(router.state.location.pathname, `${route} is shown`).toBe('/');
    }
  });
});

/** Endpoints of pages that every brand has, called only where the brand has the flag. */
const flagged = new Set([
  ...['portal.postsFor', 'portal.seenPost', ...purchaseEndpoints, 'billing.resume'],
  ...['campaigns.enabled', 'campaigns.enable', 'adRequests.availability', 'adRequests.setAvailability'],
]);

const pathOf = (route: string): string =>
  route
    .replace('{accountKey}', `a-${'2'.repeat(22)}`)
    .replace('{stationKey}', `s-${'2'.repeat(22)}`)
    .replace('{podcastKey}', `p-${'2'.repeat(22)}`)
    .replace('{episodeKey}', `e-${'2'.repeat(22)}`)
    .replace(/\{(\w+)\}/, '$1');
