import type { FastifyInstance } from 'fastify';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { artKey } from './podcast-art.ts';

/** File kinds of an image. */
const types = { jpg: 'image/jpeg', webp: 'image/webp' } as const;

/**
 * Serves podcast and episode images without authentication at `/images/podcasts/{name}.jpg` (as directories accept
 * them) and `.webp` (smaller, for screens). A changed image has a new name, so responses are immutable.
 */
export const mountPodcastImages = (app: FastifyInstance, { storage }: Pick<Kernel, 'storage'>): void => {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/images/podcasts/:file',
    handler: async (request, reply) => {
      const { name, kind } = parseFileName(request.params.file) ?? refuse('image.notFound');
      const key = artKey(name, kind);
      const size = (await storage.size(key)) ?? refuse('image.notFound');
      const etag = `"${name}"`;
      reply.headers({ ...immutable, etag }).type(types[kind]);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.header('content-length', size);
      return await reply.send(request.method === 'HEAD' ? undefined : await storage.read(key));
    },
  });
};

const immutable = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

const parseFileName = (file: string): { name: string; kind: keyof typeof types } | undefined => {
  const [, name, kind] = /^([0-9a-f]{28})\.(jpg|webp)$/.exec(file) ?? [];
  return name !== undefined && (kind === 'jpg' || kind === 'webp') ? { name, kind } : undefined;
};
