import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NowPlaying } from '#contract/api/live.ts';
import { soundOrigins } from '#server/domains/stations/stations.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { pagePolicy } from '#server/platform/pages/page-policy.ts';
import { pageLanguage } from '#server/platform/pages/page-language.ts';
import { sendMissing, sendPage } from '#server/platform/pages/send-page.ts';
import { siteUrl } from '../site-urls.ts';
import type { PublicSiteRow } from '../sites.repo.ts';
import { sitePage } from './site-page.ts';
import { readSiteSource, type SiteSource } from './site-source.ts';

export type SitePagesDeps = StationPageDeps &
  Pick<Kernel, 'db' | 'clock'> & {
    /** What a mount plays; undefined in processes that don't know it. */
    playing: ((mount: string) => Promise<NowPlaying>) | undefined;
  };

/** Sends a page of a public site, or 404; `base` is what its links begin with. */
export const sendSite = async (
  deps: SitePagesDeps,
  at: { request: FastifyRequest; reply: FastifyReply },
  { site, path, base }: { site: PublicSiteRow; path: string; base: string },
): Promise<FastifyReply> => {
  const { request, reply } = at;
  const page = site.content.pages.find((one) => one.path === path);
  reply.header('content-security-policy', pagePolicy("'none'"));
  if (!page) return sendMissing(deps, reply);
  const shown = { account: site.account_key, content: site.content, page, url: siteUrl(deps.config, site), base };
  const { db, playing } = deps;
  const source = await readSiteSource({ db, playing, now: deps.clock.now() }, shown);
  reply.header('content-security-policy', policyOf(deps, source));
  return sendPage(
    request,
    reply,
    sitePage(deps, source, { at: pageLanguage(request, deps.brand, site.content.language) }),
  );
};

/** The streams, what plays now and the portal's images may be on other hosts; players are frames. */
const policyOf = ({ config }: SitePagesDeps, { stations, playing, players }: SiteSource): string => {
  const portal = new URL(config.publicUrl).origin;
  const streams = [...stations.values()].flatMap((station) => soundOrigins(station, config));
  const artworks = [...playing.values()].flatMap(({ artwork }) =>
    artwork !== null && URL.canParse(artwork) ? new URL(artwork).origin : [],
  );
  return pagePolicy("'none'", {
    connect: [portal, ...streams],
    images: [portal, ...artworks],
    media: [...streams, 'blob:'],
    hasFrames: players.size > 0,
  });
};
