import type { FastifyInstance } from 'fastify';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { artKey } from './podcast-art.ts';

/** Kinds of files of a picture. */
const types = { jpg: 'image/jpeg', webp: 'image/webp' } as const;

/**
 * The pictures of podcasts and episodes, for anybody who knows their name, at `/images/podcasts/{name}.jpg` (as directories take
 * them) and `.webp` (smaller, for screens). Another picture has another name, so it may be kept for good.
 */
export const mountPodcastImages = (app: FastifyInstance, { storage }: Pick<Kernel, 'storage'>): void => {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/images/podcasts/:file',
    handler: async (request, reply) => {
      const { name, kind } = named(request.params.file) ?? refuse('image.notFound');
      const key = artKey(name, kind);
      const size = (await storage.size(key)) ?? refuse('image.notFound');
      const etag = `"${name}"`;
      reply.headers({ ...forGood, etag }).type(types[kind]);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.header('content-length', size);
      return await reply.send(request.method === 'HEAD' ? undefined : await storage.read(key));
    },
  });
};

const forGood = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

const named = (file: string): { name: string; kind: keyof typeof types } | undefined => {
  const [, name, kind] = /^([0-9a-f]{28})\.(jpg|webp)$/.exec(file) ?? [];
  return name !== undefined && (kind === 'jpg' || kind === 'webp') ? { name, kind } : undefined;
};
