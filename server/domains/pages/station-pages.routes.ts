import type { FastifyInstance, FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import type { NowPlaying } from '#contract/api/live.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import { publicStationAt } from '#server/domains/stations/public-stations.service.ts';
import { soundOrigins, type StationRow } from '#server/domains/stations/stations.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { pageLanguage } from '#server/platform/pages/page-language.ts';
import { pageScript } from '#server/platform/pages/page-assets.ts';
import { pagePolicy } from '#server/platform/pages/page-policy.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { sendMissing, sendPage } from '#server/platform/pages/send-page.ts';
import { stationManifest } from './manifest.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { readStationSource } from './station-source.ts';
import { stationPage } from './station-page.ts';
import { createStationPictures, type StationPictures } from './station-pictures.ts';
import { versionOf } from './station-head.ts';

export type StationPagesDeps = StationPageDeps &
  Pick<Kernel, 'db' | 'clock' | 'storage'> & {
    images: ImageEngine;
    /** What a mount plays; undefined in processes that don't know it. */
    playing: ((mount: string) => Promise<NowPlaying>) | undefined;
  };

const methods = ['GET', 'HEAD'] as const;

/**
 * The public page of a station at `/radio/{pretty_url}`, and what belongs to it: the manifest and worker of the
 * installable app, its icons, its address as a QR code, and the card of link previews. Former URLs redirect.
 */
export const mountStationPages = (app: FastifyInstance, deps: StationPagesDeps): void => {
  const pictures = createStationPictures(deps);
  app.route<{ Params: { name: string } }>({
    method: [...methods],
    url: '/radio/:name',
    handler: async (request, reply) => {
      const found = await publicStationAt(deps.db, request.params.name);
      reply.header('content-security-policy', pagePolicy("'none'"));
      if (!found) return sendMissing(deps, reply);
      if ('address' in found) return redirect(reply, `/radio/${found.address}`);
      const { station } = found;
      const now = deps.clock.now().getTime();
      // What plays must not hide the page: a station without it is still a station.
      const playing = deps.playing?.(station.streamname).catch(() => undefined);
      reply.header('content-security-policy', policyOf(deps, station));
      const hasPlayers = deps.brand.flags.players;
      const source = await readStationSource(deps.db, station, { now, playing, hasPlayers });
      return sendPage(request, reply, stationPage(deps, source, pageLanguage(request, deps.brand, station.language)));
    },
  });
  mountFiles(app, deps, pictures);
};

const mountFiles = (app: FastifyInstance, deps: StationPagesDeps, pictures: StationPictures): void => {
  const worker = pageScript('page-worker');
  app.route<{ Params: { name: string; file: string } }>({
    method: [...methods],
    url: '/radio/:name/:file',
    handler: async (request, reply) => {
      const { name, file } = request.params;
      const found = await publicStationAt(deps.db, name);
      if (!found) return sendMissing(deps, reply);
      if ('address' in found) return redirect(reply, `/radio/${found.address}/${file}`);
      const { station } = found;
      switch (file) {
        case 'manifest.webmanifest':
          return reply
            .header('cache-control', 'public, max-age=3600')
            .type('application/manifest+json; charset=utf-8')
            .send(stationManifest(deps, station));
        case 'sw.js':
          return reply
            .header('cache-control', 'no-cache')
            .header('content-security-policy', "default-src 'none'; connect-src 'self'")
            .header('service-worker-allowed', `/radio/${station.pretty_url}`)
            .type('text/javascript; charset=utf-8')
            .send(worker);
        case 'qr.svg':
          return reply
            .headers({ 'cache-control': 'public, max-age=3600', 'content-security-policy': "default-src 'none'" })
            .type('image/svg+xml')
            .send(renderSVG(stationPageUrl(deps.config, station), { ecc: 'M', border: 2 }));
        case 'card.png':
        case 'icon-192.png':
        case 'icon-512.png':
          return sendPicture(reply, await pictures.draw(station, file), versionOf(station));
        default:
          return sendMissing(deps, reply);
      }
    },
  });
};

const sendPicture = (reply: FastifyReply, png: Buffer, version: string): FastifyReply =>
  reply
    .headers({
      ...{ 'cache-control': 'public, max-age=86400', 'access-control-allow-origin': '*', etag: `"${version}"` },
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type('image/png')
    .send(png);

/** The stream, what plays now and the portal's images may be on other hosts. */
const policyOf = ({ config }: StationPagesDeps, station: StationRow): string => {
  const portal = new URL(config.publicUrl).origin;
  const streams = soundOrigins(station, config);
  return pagePolicy("'none'", {
    connect: [portal, ...streams],
    images: [portal],
    media: [...streams, 'blob:'],
    hasForms: true,
    forms: [portal],
  });
};

const redirect = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('cache-control', 'public, max-age=3600').redirect(path, 301);
