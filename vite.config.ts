import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { brands } from './brands/brands.ts';
import { brandIcons } from './tools/brand-icons.ts';
import { precompress } from './tools/precompress.ts';
import { reachedFrom } from './tools/reached-from.ts';
import { slimContract } from './tools/slim-contract.ts';
import { slimScreens } from './tools/slim-screens.ts';
import { schemasPart } from './tools/split-contract.ts';
import { slimScrollArea } from './tools/slim-scroll-area.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const brand = process.env['BRAND'] || 'skywave';
const look = brands[brand];
if (!look) throw new Error(`BRAND: "${brand}" is not one of ${Object.keys(brands).join(', ')}.`);
/** Browser tests of other brands build their pages for a few loads. */
const isPrecompressed = process.env['PRECOMPRESS'] !== 'off';
const portal = process.env['PORTAL_URL'] ?? 'http://localhost:8080';
/** What many screens share, by the screens that need it: each later group includes less common parts. */
const roots = {
  links: ['/shell/PortalLinks.tsx'],
  toasts: ['/app/Toasts.tsx'],
  overviews: ['/accounts/AccountScreen.tsx'],
  station: ['/stations/StationScreen.tsx'],
  lists: [
    '/stations/StationFrame.tsx',
    '/stations/StationsScreen.tsx',
    '/shared/PeopleTable.tsx',
    '/library/LibraryScreen.tsx',
    '/shared/AddMedia.tsx',
    '/episodes/EpisodesTable.tsx',
    '/portal/PortalStationsScreen.tsx',
    '/shared/AccountsTable.tsx',
  ],
  analytics: ['/analytics/AnalyticsFrame.tsx', '/analytics/StreamingScreen.tsx', '/report/StreamingReport.tsx'],
  live: [
    '/live-map/LiveScreen.tsx',
    '/live-map/LiveLocations.tsx',
    '/live-map/LiveLocationTables.tsx',
    '/live-map/LiveStations.tsx',
    '/live-map/LiveSessions.tsx',
    '/portal/DashboardTables.tsx',
  ],
  forms: ['/station-settings/InfoScreen.tsx', '/station-settings/StreamScreen.tsx', '/settings/InfoScreen.tsx'],
};
/** What builds schemas, for forms only. */
const isOfSchemas = (id: string): boolean => id.endsWith(schemasPart) || /\/node_modules\/zod\//.test(id);
const shared = reachedFrom(roots, isOfSchemas);
const icon = /@tabler\/icons-react\/dist\/esm\/icons\//;
/** All screens load these; icons of the navigation would otherwise be files of their own. */
const isOfOverviews = (id: string): boolean =>
  shared.has('overviews')(id) || id.endsWith('/shell/PortalLinks.tsx') || (icon.test(id) && shared.has('links')(id));
/** Small parts of many screens with tables, each of which would be a file of its own. */
const smallParts = /\/ui\/(?:ShareButton|menu\/EditMenu|table\/QuietTable)\.(?:tsx|module\.css)$|\/lib\/week-days\.ts$/;
/** Parts of lists, and what a station's page has in common with others. */
const isOfLists = (id: string): boolean =>
  shared.has('lists')(id) ||
  smallParts.test(id) ||
  (shared.has('station')(id) && ['analytics', 'live', 'forms'].some((group) => shared.has(group)(id)));
/** The frame of the Auto DJ's pages, which all load this group, and small parts of them. */
const ofAutoDj = /\/playout\/(?:AutoDjFrame|PlaylistSpacer|jingle-queries|queries)\.tsx?$/;
const isOfStation = (id: string): boolean => shared.has('station')(id) || ofAutoDj.test(id);
/** The frame of a podcast's pages with the first of them, which would be six small files. */
const ofEpisodes =
  /\/(?:podcasts\/PodcastFrame|episodes\/(?:EpisodesScreen|AddEpisodes|EpisodesTable|upload-episode))\.tsx?$/;
/** The frame, and the tables of the report, would be nine small files. */
const ofAnalytics = /\/analytics\/(?:AnalyticsFrame|StreamingScreen|report\/ReportTables)\.tsx$/;
const isOfAnalytics = (id: string): boolean => shared.has('analytics')(id) || ofAnalytics.test(id);
/** The lists beside the map of listeners. */
const ofLive = /\/live-map\/(?:LiveLocationTables|LiveStations|LiveSessions)\.tsx$|\/portal\/DashboardTables\.tsx$/;
const isOfLive = (id: string): boolean => shared.has('live')(id) || ofLive.test(id);
/** The map of the world, and what draws it for reports too. */
const ofMap = /\/live-map\/(?:WorldMap|shared\/WholeWorld)\.tsx$/;
const proxied = ['/v1', '/media', '/realms', '/live', '/openapi.json', '/docs'];

export default defineConfig({
  root: here('web'),
  publicDir: here('web/public'),
  cacheDir: here('node_modules/.vite'),
  plugins: [
    slimContract(),
    slimScreens(),
    slimScrollArea(),
    shared.plugin,
    react(),
    brandIcons(look),
    isPrecompressed && precompress(),
  ],
  resolve: {
    alias: [
      { find: /^#brand\//, replacement: `${here('brands')}/${brand}/` },
      { find: /^#contract\//, replacement: `${here('contract')}/` },
      { find: /^#web\//, replacement: `${here('web')}/` },
      { find: /^#player\//, replacement: `${here('player')}/` },
    ],
  },
  html: { cspNonce: '__CSP_NONCE__' },
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  build: {
    outDir: here(`dist/web-${brand}`),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    // All target browsers support modulepreload.
    modulePreload: { polyfill: false },
    // A data: URL in a style sheet would need a wider CSP.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // All static imports of the entry in one file: one request, and 6 % smaller than 38 files. What screens share in a few more.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 9 },
            { name: 'overviews', test: isOfOverviews, priority: 8 },
            { name: 'lists', test: isOfLists, priority: 7.6 },
            { name: 'station', test: isOfStation, priority: 7.4 },
            { name: 'episodes', test: ofEpisodes, priority: 7.3 },
            // Each would be a file of a few hundred bytes.
            { name: 'icons', test: icon, minShareCount: 2, priority: 7 },
            { name: 'analytics', test: isOfAnalytics, priority: 6 },
            { name: 'live', test: isOfLive, priority: 5 },
            { name: 'map', test: ofMap, priority: 4.5 },
            // zod, with what several forms need of the contract (tools/split-contract.ts).
            { name: 'schemas', test: isOfSchemas, minShareCount: 2, priority: 4.2 },
            { name: 'forms', test: shared.has('forms'), priority: 4 },
            { name: 'toasts', test: shared.has('toasts'), priority: 3 },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: portal, changeOrigin: false }])),
  },
});
