import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import { brandIcon } from '#contract/brand-icon.ts';
import { EpisodeKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { embedPage } from './embed-page.ts';
import { episodePage } from './episode-page.ts';
import { notFoundPage } from './not-found-page.ts';
import { oembedOf, parsePageUrl } from './oembed.ts';
import { pageAssets } from './page-assets.ts';
import { pagePolicy } from './page-policy.ts';
import { newestEpisode, readEmbedded, readEpisode, readShow, type MovedPage } from './page-source.ts';
import { showPage, type ShowDeps } from './show-page.ts';

type Deps = Pick<Kernel, 'config' | 'db' | 'clock'> & {
  brand: Brand;
  /** The oEmbed document of a URL that is no page of a podcast; undefined if there is none. */
  oembed?(url: string, max: { width: number; height: number }): Promise<Record<string, unknown> | undefined>;
};
const get = ['GET', 'HEAD'] as const;

/**
 * Public pages: `/shows/{pretty_url}` and its episodes, the embeddable player at `/embed/episodes/{key}`, and the
 * oEmbed endpoint `/oembed`.
 */
export const mountPages = (app: FastifyInstance, kernel: Deps): void => {
  const deps = { ...kernel, assets: pageAssets(kernel.brand) };
  mountAssets(app, deps);
  mountShows(app, deps);
  app.route<{ Params: { key: string } }>({
    method: [...get],
    url: '/embed/episodes/:key',
    handler: async (request, reply) => {
      const key = EpisodeKey.safeParse(request.params.key);
      const found = key.success ? await readEmbedded(deps, key.data) : undefined;
      reply.header('content-security-policy', pagePolicy('*')).header('cross-origin-resource-policy', 'cross-origin');
      return found ? send(request, reply, embedPage(deps, found.podcast, found.episode)) : missing(deps, reply);
    },
  });
  mountOembed(app, deps);
};

type PageKernel = Deps & ShowDeps;

const mountShows = (app: FastifyInstance, deps: PageKernel): void => {
  app.route<{ Params: { show: string }; Querystring: { page?: string } }>({
    method: [...get],
    url: '/shows/:show',
    handler: async (request, reply) => {
      const { page = '1' } = request.query;
      const found = /^[1-9]\d{0,5}$/.test(page) ? await readShow(deps, request.params.show, Number(page)) : undefined;
      reply.header('content-security-policy', pagePolicy("'none'"));
      if (!found) return missing(deps, reply);
      return 'address' in found ? redirect(reply, found) : send(request, reply, showPage(deps, found));
    },
  });
  app.route<{ Params: { show: string; key: string } }>({
    method: [...get],
    url: '/shows/:show/:key',
    handler: async (request, reply) => {
      const key = EpisodeKey.safeParse(request.params.key);
      const found = key.success ? await readEpisode(deps, request.params.show, key.data) : undefined;
      reply.header('content-security-policy', pagePolicy("'none'"));
      if (!found) return missing(deps, reply);
      if ('address' in found) return redirect(reply, found, `/${request.params.key}`);
      return send(request, reply, episodePage(deps, found));
    },
  });
};

const mountAssets = (app: FastifyInstance, { assets, brand }: PageKernel): void => {
  const all = [...assets.files, ['icon.svg', { body: Buffer.from(brandIcon(brand)), type: 'image/svg+xml' }] as const];
  const files = new Map(all.map(([name, file]) => [name, { ...file, gzip: gzipSync(file.body, { level: 9 }) }]));
  app.route<{ Params: { file: string } }>({
    method: [...get],
    url: `${assets.base}/:file`,
    handler: async (request, reply) => {
      const file = files.get(request.params.file);
      if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('File not found.\n');
      // Pages of any site, and frames without an origin, may use them.
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding')
        .type(file.type);
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.body);
      return reply.header('content-encoding', 'gzip').send(file.gzip);
    },
  });
};

const mountOembed = (app: FastifyInstance, deps: PageKernel): void => {
  app.route<{ Querystring: { url?: string; format?: string; maxwidth?: string; maxheight?: string } }>({
    method: [...get],
    url: '/oembed',
    handler: async (request, reply) => {
      const { url = '', format = 'json', maxwidth, maxheight } = request.query;
      reply.header('access-control-allow-origin', '*');
      if (format !== 'json') return reply.code(501).send({ error: 'Only JSON is supported.' });
      const max = { width: boundOf(maxwidth), height: boundOf(maxheight) };
      const found = await embeddable(deps, url);
      const document = found ? oembedOf(deps, found, max) : await deps.oembed?.(url, max);
      if (!document) return reply.code(404).send({ error: 'There is nothing to embed at this URL.' });
      reply.header('cache-control', 'public, max-age=300');
      return reply.send(document);
    },
  });
};

/** A podcast's page embeds as its newest episode. */
const embeddable = async (deps: PageKernel, url: string): ReturnType<typeof readEmbedded> => {
  const target = parsePageUrl(deps, url);
  if (!target) return undefined;
  const key = EpisodeKey.safeParse(target.episode ?? (await newestEpisode(deps, target.show)));
  return key.success ? await readEmbedded(deps, key.data) : undefined;
};

const boundOf = (text: string | undefined): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : Infinity);

const redirect = (reply: FastifyReply, { address }: MovedPage, more = ''): FastifyReply =>
  reply.header('cache-control', 'public, max-age=3600').redirect(`/shows/${address}${more}`, 301);

const send = (request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply => {
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  reply.header('cache-control', 'public, no-cache').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
};

const missing = (deps: PageKernel, reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(notFoundPage(deps));
