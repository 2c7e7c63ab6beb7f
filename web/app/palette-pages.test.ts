import { readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { accountPages, podcastPages, stationPages } from '#web/features/palette/place-pages.ts';

/* The palette knows every page of a station, an account and a podcast, and the fields of their forms. */

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

test('every page of a podcast is in the palette', () => {
  const known = podcastPages.map(({ path }) => path);
  const pages = below('/accounts/$accountKey/podcasts/$podcastKey').filter((path) => path !== '');
  expect(known.toSorted()).toEqual(pages.toSorted());
});

/** The forms of pages with settings, in `web/features`. */
const forms: Readonly<Record<string, readonly string[]>> = {
  '/autodj/requests': ['playout/SongRequestForm'],
  '/autodj/rules': ['playout/RulesScreen'],
  '/widget': ['station-settings/WidgetScreen'],
  '/settings/stream': ['station-settings/StreamScreen', 'station-settings/StreamFields'],
  '/settings/listeners': [
    ...['stream-rules/ListenersScreen', 'stream-rules/CountryFields', 'stream-rules/NetworkFields'],
  ],
  '/settings/info': ['station-settings/StationFields', 'station-settings/PrettyUrlForm'],
  '/settings/audio-ads': ['audio-ads/RulesForm', 'audio-ads/OthersFields'],
  '/settings/alerts': ['monitoring/AlertsScreen', 'monitoring/AlertFields'],
  '/settings/advanced': ['station-settings/BillingOwner'],
  '/settings': ['accounts/shared/AccountFields'],
  '/settings/invoice': ['accounts/settings/InvoiceScreen'],
};

/** Details of a setting, found by its name; and those of portal administrators. */
const details = new Set([
  ...['breaks.preRoll.maxSeconds', 'breaks.againAfterMinutes', 'breaks.autodj.perHour', 'breaks.autodj.maxSeconds'],
  ...['breaks.cue.title', 'breaks.cue.maxSeconds', 'breaks.alignCues', 'breaks.clock.seconds'],
  ...['vat_category'],
]);

test.each(Object.entries(forms))('the fields of the forms on %s are in the palette', (path, files) => {
  const sources = files.map((file) => readFileSync(new URL(`../features/${file}.tsx`, import.meta.url), 'utf8'));
  const inForms = [...sources.join('\n').matchAll(/(?:\bname="|\b(?:register|field)\(')([\w.]+)["']/g)].flatMap(
    ([, name]) => name ?? [],
  );
  const fields = [...stationPages, ...accountPages].find((page) => page.path === path)?.fields ?? [];
  const inPalette = fields.map(([name]) => name);
  expect(inForms.length).toBeGreaterThan(0);
  const missing = inForms.filter(
    (name) => !details.has(name) && !inPalette.some((known) => known === name || known.endsWith(`.${name}`)),
  );
  expect(missing).toEqual([]);
});
