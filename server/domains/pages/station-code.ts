import { streamUrls, type StationRow } from '#server/domains/stations/stations.service.ts';
import type { Config } from '#server/kernel/config.ts';
import { html } from '#server/platform/pages/html.ts';

/** HTML that plays the station in any page, by the browser's own player. */
export const stationCode = ({ config }: { config: Config }, station: StationRow): string =>
  html`<audio controls preload="none" src="${streamUrls(station, config).stream_url}" title="${station.name}"></audio>`
    .html;
