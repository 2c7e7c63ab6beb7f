import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  accountWords,
  podcastWords,
  portalWords,
  stationWords,
  type PageWords,
} from '#web/features/palette/page-words.ts';
import { pagesBelow } from '#web/features/palette/pages-below.ts';
import { pagesOf } from '#web/lib/pages.ts';
import { routeTree } from './route-tree.ts';

/* The palette finds every page of a station, an account, a podcast and the portal, and the fields of their forms. */

const account = '/accounts/$accountKey';
const station = `${account}/stations/$stationKey`;
const places: readonly [base: string, words: Readonly<Record<string, PageWords>>][] = [
  [account, accountWords],
  [station, stationWords],
  [`${station}/podcasts/$podcastKey`, podcastWords],
  ['/portal', portalWords],
];

test.each(places)('each page below %s has a name, and all words are of a page', (base, words) => {
  const found = pagesBelow(pagesOf(routeTree), base, words);
  const nameless = found.filter(({ label }) => label === '').map(({ route }) => route);
  expect(nameless, 'these need a title in their screen(), or a label in page-words.ts').toEqual([]);
  const paths = found.map(({ path }) => path);
  const stray = Object.keys(words).filter((path) => !paths.includes(path));
  expect(stray, 'page-words.ts has words for these, which are no pages').toEqual([]);
});

test('no two pages of a place have the same name', () => {
  for (const [base, words] of places) {
    const labels = pagesBelow(pagesOf(routeTree), base, words).map(({ label }) => label);
    const repeated = labels.filter((label, i) => labels.indexOf(label) !== i);
    expect(repeated, `below ${base}: name one of them in page-words.ts`).toEqual([]);
  }
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
  const fields = (stationWords[path] ?? accountWords[path])?.fields ?? [];
  const inPalette = fields.map(([name]) => name);
  expect(inForms.length).toBeGreaterThan(0);
  const missing = inForms.filter(
    (name) => !details.has(name) && !inPalette.some((known) => known === name || known.endsWith(`.${name}`)),
  );
  expect(missing).toEqual([]);
});
