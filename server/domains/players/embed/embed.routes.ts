import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import { PlayerKey } from '#contract/keys.ts';
import { words } from '#player/words/words.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { findPublicPlayer, isRemovedPlayer, type PublicPlayer } from '../public-player.service.ts';
import { embedAssets, type EmbedAssets, type EmbedFile } from './embed-assets.ts';
import { embedLanguage } from './embed-language.ts';
import { absenceOf, absentPage, embedPage, embedStyle } from './embed-page.ts';
import { embedPolicy } from './embed-policy.ts';
import { embedOf, placeOf } from './embed-source.ts';

type Deps = Pick<Kernel, 'config' | 'db' | 'clock'> & { brand: Brand };
type Absence = 'unknown' | 'removed' | 'inactive';
const get = ['GET', 'HEAD'] as const;
/** Many visitors of one website open the same player at once. */
const freshMs = 1000;
const cachedPlayers = 2000;
const cacheControl = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800';

/**
 * Embedded players: the frame `/embed/{playerKey}`, its description for the loader (`.json`), the loader `/embed/v1.js`, and their
 * scripts. Nobody signs in; no cookie is set.
 */
export const mountEmbeds = (app: FastifyInstance, deps: Deps): void => {
  if (!deps.brand.flags.players) return;
  const assets = embedAssets();
  const find = rememberPlayers(deps);
  mountFiles(app, assets);
  app.route<{ Params: { key: string }; Querystring: { lang?: string } }>({
    method: [...get],
    url: '/embed/:key',
    handler: async (request, reply) => {
      const [, written = '', extension] = /^(.*?)(\.json)?$/.exec(request.params.key) ?? [];
      const key = PlayerKey.safeParse(written);
      const found = key.success ? await find(key.data) : 'unknown';
      reply.header('vary', 'accept-language, accept-encoding').header('cross-origin-resource-policy', 'cross-origin');
      const set = typeof found === 'string' ? 'auto' : found.settings.language;
      const language = embedLanguage(set, request.query.lang, request.headers['accept-language']);
      if (extension) return sendPlace(request, reply, deps, found, language);
      return typeof found === 'string'
        ? sendAbsence(request, reply, { brand: deps.brand, css: assets.css }, found, language)
        : sendPlayer(request, reply, { ...deps, assets }, found, language);
    },
  });
};

/** Finds players, each at most once a second. */
const rememberPlayers = ({ db, clock }: Deps): ((key: PlayerKey) => Promise<PublicPlayer | Absence>) => {
  const recent = new Map<PlayerKey, { at: number; found: Promise<PublicPlayer | Absence> }>();
  const read = async (key: PlayerKey): Promise<PublicPlayer | Absence> => {
    const found = await findPublicPlayer(db, key);
    if (!found) return (await isRemovedPlayer(db, key)) ? 'removed' : 'unknown';
    return found.active && !found.suspended && found.stations.length > 0 ? found : 'inactive';
  };
  return async (key) => {
    const now = clock.now().getTime();
    const known = recent.get(key);
    if (known && Math.abs(now - known.at) < freshMs) return await known.found;
    if (recent.size >= cachedPlayers) recent.clear();
    const found = read(key);
    recent.set(key, { at: now, found });
    found.catch(() => recent.delete(key));
    return await found;
  };
};

const sendPlayer = (
  request: FastifyRequest,
  reply: FastifyReply,
  { assets, ...deps }: Deps & { assets: EmbedAssets },
  player: PublicPlayer,
  language: string,
): FastifyReply => {
  const embed = embedOf(deps, player, language);
  const oembed = `${deps.config.deliveryUrl}/oembed?url=${encodeURIComponent(embed.link)}&format=json`;
  const look = { brand: deps.brand, css: assets.css };
  const policy = embedPolicy(embed, { style: embedStyle(look, embed), domains: player.domains });
  reply
    .header('content-security-policy', policy)
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    .header('cache-control', cacheControl);
  return sendText(request, reply, 'text/html', embedPage({ ...look, assets: assets.base, oembed }, embed));
};

const statusOf: Record<Absence, number> = { unknown: 404, removed: 410, inactive: 403 };

const sendAbsence = (
  request: FastifyRequest,
  reply: FastifyReply,
  look: { brand: Brand; css: string },
  why: Absence,
  language: string,
): FastifyReply => {
  const { page, style } = absentPage(look, { language, ...absenceOf(words[language] ?? words.en, why) });
  const hash = createHash('sha256').update(style).digest('base64');
  reply
    .code(statusOf[why])
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
    )
    .header('cache-control', 'public, max-age=30');
  return sendText(request, reply, 'text/html', page);
};

const sendPlace = (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  found: PublicPlayer | Absence,
  language: string,
): FastifyReply => {
  reply.header('access-control-allow-origin', '*');
  if (typeof found === 'string') {
    reply.code(statusOf[found]).header('cache-control', 'public, max-age=30');
    return reply.send({ error: absenceOf(words.en, found).reason });
  }
  reply.header('cache-control', cacheControl);
  return sendText(request, reply, 'application/json', JSON.stringify(placeOf(deps, found, language)));
};

const sendText = (request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply => {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', etag);
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(`${type}; charset=utf-8`);
  if (!acceptsGzip(request)) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: 6 }));
};

const mountFiles = (app: FastifyInstance, { base, files, loader }: EmbedAssets): void => {
  const send = (request: FastifyRequest, reply: FastifyReply, file: EmbedFile, caching: string): FastifyReply => {
    // Any website loads them, also from a frame without an origin.
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', caching)
      .header('vary', 'accept-encoding')
      .header('etag', file.etag);
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    reply.type('text/javascript; charset=utf-8');
    return acceptsGzip(request) ? reply.header('content-encoding', 'gzip').send(file.gzip) : reply.send(file.body);
  };
  app.route<{ Params: { file: string } }>({
    method: [...get],
    url: `${base}/:file`,
    handler: (request, reply) => {
      const file = files.get(request.params.file);
      if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('File not found.\n');
      return send(request, reply, file, 'public, max-age=31536000, immutable');
    },
  });
  app.route({
    method: [...get],
    url: '/embed/v1.js',
    handler: (request, reply) => send(request, reply, loader, 'public, max-age=3600, stale-while-revalidate=86400'),
  });
};

const acceptsGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
