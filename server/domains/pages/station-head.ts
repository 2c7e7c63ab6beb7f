import { streamUrls } from '#server/domains/stations/stations.service.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { oembedLink } from '#server/platform/pages/oembed.ts';
import type { PageHead } from '#server/platform/pages/page-shell.ts';
import type { PageLanguage } from '#server/platform/pages/page-language.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { oneLine } from '#server/platform/pages/page-text.ts';
import { stationData } from './station-data.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import type { StationSource } from './station-source.ts';

/** The head of a station's page: link previews, oEmbed, the installable app, and data for search engines. */
export const stationHead = (deps: StationPageDeps, source: StationSource, at: PageLanguage): PageHead => {
  const { station } = source;
  const url = stationPageUrl(deps.config, station);
  return {
    title: station.name,
    description: oneLine(station.description || station.about || `${at.words.listen}: ${station.name}`, 200),
    url,
    image: `${url}/card.png?v=${versionOf(station)}`,
    isCard: true,
    kind: 'music.radio_station',
    at,
    isHidden: !station.searchable || station.environment === 'test',
    scripts: ['station-page.js', ...(source.takesRequests ? ['station-requests.js'] : [])],
    styles: ['station-page.css'],
    more: [oembedLink(deps, url), audioOf(deps, source), appOf(deps, url)],
    data: stationData(deps, source),
  };
};

/** Changes with every change of the station. */
export const versionOf = ({ updated }: { updated: Date }): string => updated.getTime().toString(36);

const audioOf = ({ config }: StationPageDeps, { station }: StationSource): Html =>
  html`<meta property="og:audio" content="${streamUrls(station, config).stream_url}" />
    <meta property="og:audio:type" content="${station.codec === 'aac' ? 'audio/aac' : 'audio/mpeg'}" />`;

const appOf = ({ brand }: StationPageDeps, url: string): Html => {
  const { pathname } = new URL(url);
  return html`<link rel="manifest" href="${pathname}/manifest.webmanifest" />
    <link rel="apple-touch-icon" href="${pathname}/icon-192.png" />
    <meta name="theme-color" content="${brand.theme.primary[8]}" />`;
};
