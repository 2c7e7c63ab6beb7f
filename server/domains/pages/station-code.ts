import { playerCode, type PublicPlayer } from '#server/domains/players/public-player.service.ts';
import { streamUrls, type StationRow } from '#server/domains/stations/stations.service.ts';
import type { Config } from '#server/kernel/config.ts';
import { html } from '#server/platform/pages/html.ts';

/** HTML that plays the station in any page: its player, or the browser's own where it has none. */
export const stationCode = (
  { config }: { config: Config },
  station: StationRow,
  player: PublicPlayer | undefined,
): string =>
  player
    ? playerCode(config, player).script
    : html`<audio
        controls
        preload="none"
        src="${streamUrls(station, config).stream_url}"
        title="${station.name}"
      ></audio>`.html;
