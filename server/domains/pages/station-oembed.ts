import { findPlayerForStation, playerFrame } from '#server/domains/players/public-player.service.ts';
import { publicStationAt } from '#server/domains/stations/public-stations.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { OembedSource } from '#server/platform/pages/oembed.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { cardSize } from './drawings.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { versionOf } from './station-head.ts';

/** The preview of a station's page: its player with its card; where it has none, oEmbed's `link`. */
export const stationOembed =
  (deps: StationPageDeps & Pick<Kernel, 'db'>): OembedSource =>
  async ({ pathname }, limit) => {
    const [, first, name = '', more = ''] = pathname.split('/');
    if (first !== 'radio' || name === '' || more !== '') return undefined;
    const found = await publicStationAt(deps.db, name);
    if (!found || !('station' in found)) return undefined;
    const { station } = found;
    const player = deps.brand.flags.players ? await findPlayerForStation(deps.db, station.key) : undefined;
    const url = stationPageUrl(deps.config, station);
    const isSmall = limit.width < cardSize.width || limit.height < cardSize.height;
    return {
      version: '1.0',
      ...(player ? playerFrame(deps.config, player, limit) : { type: 'link' as const }),
      provider_name: deps.brand.name,
      provider_url: deps.config.deliveryUrl,
      title: station.name,
      author_name: station.name,
      author_url: url,
      cache_age: 3600,
      ...(!isSmall && {
        thumbnail_url: `${url}/card.png?v=${versionOf(station)}`,
        thumbnail_width: cardSize.width,
        thumbnail_height: cardSize.height,
      }),
    };
  };
