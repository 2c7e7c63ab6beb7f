import type { FastifyInstance } from 'fastify';
import type { Brand } from '#contract/rules/brand.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import { mountPartnersPage } from './domains/pages/partners-page.routes.ts';
import { mountPersonPages } from './domains/pages/person-pages.routes.ts';
import { mountRequestPages } from './domains/pages/request-pages.routes.ts';
import { mountSitemaps } from './domains/pages/sitemap.routes.ts';
import { stationOembed } from './domains/pages/station-oembed.ts';
import { mountStationPages } from './domains/pages/station-pages.routes.ts';
import { mountSiteHosts } from './domains/sites/public/site-hosts.routes.ts';
import { mountSitePages } from './domains/sites/public/site-pages.routes.ts';
import { mountEmbeds } from './domains/players/embed/embed.routes.ts';
import { playerOembed } from './domains/players/embed/player-oembed.ts';
import { episodeOembed } from './domains/podcasts/pages/oembed.ts';
import { mountShowPages } from './domains/podcasts/pages/pages.routes.ts';
import type { RequestDeps } from './domains/song-requests/song-requests.service.ts';
import type { GeoEngine } from './engines/geo/port.ts';
import type { ImageEngine } from './engines/images/port.ts';
import type { SharedRateLimit } from './kernel/http/shared-rate-limit.ts';
import type { Kernel } from './kernel/kernel.ts';
import { mountOembed } from './platform/pages/oembed.ts';
import { pageAssets } from './platform/pages/page-assets.ts';
import { mountPageAssets } from './platform/pages/page-assets.routes.ts';

/** All public pages, which the delivery process and the portal serve alike; returns what replies from memory. */
export const mountPublicPages = (
  app: FastifyInstance,
  kernel: Pick<Kernel, 'config' | 'db' | 'clock' | 'log' | 'storage'> & {
    brand: Brand;
    images: ImageEngine;
    geo: GeoEngine;
    /** What a mount plays, in the process that knows it; elsewhere scripts ask the portal. */
    playing: ((mount: string) => Promise<NowPlaying>) | undefined;
    /** In the process that is connected to the engine. */
    requestPages?: RequestDeps & { rateLimit: SharedRateLimit };
  },
): ReturnType<typeof mountEmbeds> => {
  const deps = { ...kernel, assets: pageAssets(kernel.brand) };
  mountPageAssets(app, deps);
  mountShowPages(app, deps);
  mountStationPages(app, deps);
  if (kernel.requestPages) mountRequestPages(app, { ...deps, ...kernel.requestPages });
  mountPersonPages(app, deps);
  mountSitemaps(app, deps);
  if (kernel.brand.flags.partners) mountPartnersPage(app, deps);
  if (kernel.brand.flags.microsite) {
    mountSiteHosts(app, deps);
    mountSitePages(app, deps);
  }
  mountOembed(app, deps, [episodeOembed(deps), playerOembed(deps), stationOembed(deps)]);
  return mountEmbeds(app, deps);
};
