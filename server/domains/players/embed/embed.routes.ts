import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import type { Brand } from '#contract/rules/brand.ts';
import { PlayerKey } from '#contract/rules/keys.ts';
import { words } from '#player/words/words.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { createCountBuffer } from '../counts/count-buffer.ts';
import { playerUrls } from '../player-code.ts';
import type { PublicPlayer } from '../public-player.service.ts';
import { mountCounts } from './counts.routes.ts';
import { embedAssets, type EmbedAssets, type EmbedFile } from './embed-assets.ts';
import { createEmbedMemory, type Absence, type EmbedMemory } from './embed-memory.ts';
import { acceptsGzip, embedReply, isUnchanged, sendReply, type EmbedReply } from './embed-reply.ts';
import { embedLanguage } from './embed-language.ts';
import { episodesPage } from './episodes-page.ts';
import { absenceOf, absentPage, embedPage, embedStyle } from './embed-page.ts';
import { embedPolicy } from './embed-policy.ts';
import { embedOf, placeOf, type EmbedDeps } from './embed-source.ts';

type Deps = Pick<Kernel, 'config' | 'db' | 'clock' | 'log'> & { brand: Brand; geo: GeoEngine };
const get = ['GET', 'HEAD'] as const;
const cacheControl = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800';

/**
 * Embedded players: the frame `/embed/{playerKey}`, its description for the loader (`.json`), the loader `/embed/v1.js`, and their
 * scripts. Nobody signs in; no cookie is set. Returns what replies from memory; undefined if the brand has no players.
 */
export const mountEmbeds = (app: FastifyInstance, deps: Deps): Pick<EmbedMemory, 'reply'> | undefined => {
  if (!deps.brand.flags.players) return undefined;
  const assets = embedAssets();
  const memory = createEmbedMemory(deps);
  const { find, once } = memory;
  mountFiles(app, assets);
  mountCode(app, deps.config);
  const counts = createCountBuffer(deps);
  app.addHook('onClose', () => counts.flush());
  mountCounts(app, { ...deps, counts }, async (written) => {
    const key = PlayerKey.safeParse(written);
    const found = key.success ? await find(key.data) : 'unknown';
    return typeof found === 'string' ? undefined : found;
  });
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
      if (typeof found === 'string')
        return extension ? sendNoPlace(reply, found) : sendAbsence(request, reply, { brand: deps.brand, css: assets.css }, found, language); // oxfmt-ignore
      const kind = extension ? 'place' : 'page';
      const render = () => (extension ? renderPlace : renderPlayer)({ ...deps, assets }, found, language);
      memory.allowHost(found.key, request.headers.host);
      return sendReply(request, reply, once(found, `${kind} ${language}`, render));
    },
  });
  return memory;
};

/** `/embed/{playerKey}/qr.svg`: the address of a player as a QR code, for posters and telephones. */
const mountCode = (app: FastifyInstance, config: EmbedDeps['config']): void => {
  app.route<{ Params: { key: string } }>({
    method: [...get],
    url: '/embed/:key/qr.svg',
    handler: (request, reply) => {
      const key = PlayerKey.safeParse(request.params.key);
      reply.header('content-security-policy', "default-src 'none'");
      if (!key.success) return reply.code(404).type('text/plain; charset=utf-8').send('Player not found.\n');
      // The same for ever: the address of a player never changes.
      reply.header('cache-control', 'public, max-age=86400').header('cross-origin-resource-policy', 'cross-origin');
      return reply.type('image/svg+xml').send(renderSVG(playerUrls(config, key.data).page, { ecc: 'M', border: 2 }));
    },
  });
};

/** The page of a player in one language, and its headers. */
const renderPlayer = (
  { assets, ...deps }: EmbedDeps & { brand: Brand; assets: EmbedAssets },
  player: PublicPlayer,
  language: string,
): EmbedReply => {
  const embed = embedOf(deps, player, language);
  const oembed = `${deps.config.deliveryUrl}/oembed?url=${encodeURIComponent(embed.link)}&format=json`;
  const look = { brand: deps.brand, css: assets.css };
  const style = embedStyle(look, embed);
  const make = player.kind === 'stations' ? embedPage : episodesPage;
  return embedReply('text/html', make({ ...look, assets: assets.base, oembed }, embed), {
    'content-security-policy': embedPolicy(embed, {
      ...{ style, domains: player.domains },
      reports: `/embed/${player.key}/refused`,
      segments: deps.config.hlsBaseUrl,
    }),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': cacheControl,
  });
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
  return sendReply(request, reply, embedReply('text/html', page, {}));
};

const sendNoPlace = (reply: FastifyReply, why: Absence): FastifyReply =>
  reply
    .code(statusOf[why])
    .header('access-control-allow-origin', '*')
    .header('cache-control', 'public, max-age=30')
    .send({ error: absenceOf(words.en, why).reason });

const renderPlace = (deps: EmbedDeps, player: PublicPlayer, language: string): EmbedReply =>
  embedReply('application/json', JSON.stringify(placeOf(deps, player, language)), {
    'access-control-allow-origin': '*',
    'cache-control': cacheControl,
  });

const mountFiles = (app: FastifyInstance, { base, files, loader }: EmbedAssets): void => {
  const send = (request: FastifyRequest, reply: FastifyReply, file: EmbedFile, caching: string): FastifyReply => {
    // Any website loads them, also from a frame without an origin.
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', caching)
      .header('vary', 'accept-encoding')
      .header('etag', file.etag);
    if (isUnchanged(request.headers, file)) return reply.code(304).send();
    reply.type('text/javascript; charset=utf-8');
    return acceptsGzip(request.headers)
      ? reply.header('content-encoding', 'gzip').send(file.gzip)
      : reply.send(file.body);
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
