import type { FastifyInstance } from 'fastify';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { artKey } from './podcast-art.ts';

/** Kinds of files of a picture. */
const types = { jpg: 'image/jpeg', webp: 'image/webp' } as const;
const file = /^([0-9a-f]{28})\.(jpg|webp)$/;

/**
 * The pictures of podcasts and episodes, for anybody who knows their name, at `/images/podcasts/{name}.jpg` (as directories take
 * them) and `.webp` (smaller, for screens). Another picture has another name, so it may be kept for good.
 */
export const mountPodcastImages = (app: FastifyInstance, { storage }: Pick<Kernel, 'storage'>): void => {
  app.get<{ Params: { file: string } }>('/images/podcasts/:file', async (request, reply) => {
    const [, name, kind] = (file.exec(request.params.file) ?? refuse('image.notFound')) as unknown as [
      string,
      string,
      keyof typeof types,
    ];
    const key = artKey(name, kind);
    const size = (await storage.size(key)) ?? refuse('image.notFound');
    const etag = `"${name}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('etag', etag)
      .type(types[kind]);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.header('content-length', size);
    if (request.method === 'HEAD') return reply.send();
    return reply.send(await storage.read(key));
  });
};
