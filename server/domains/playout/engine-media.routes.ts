import type { FastifyInstance } from 'fastify';
import { isMediaUrlValid, mediaPath } from '#shared/media-url.ts';
import { rangeOf } from '#server/kernel/http/range.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

type ByKey = { Params: { '*': string }; Querystring: { expires?: unknown; signature?: unknown } };

/** What an engine plays; nothing else is served. */
const playable = /^renditions\/[\w-][\w.-]*$/;

/**
 * Audio files for engines that have no disk in common with this portal, by URLs that they sign with the token of their control
 * port; also a byte range, with which they continue a download.
 */
export const mountEngineMedia = (
  app: FastifyInstance,
  { config, storage, clock }: Pick<Kernel, 'config' | 'storage' | 'clock'>,
): void => {
  app.get<ByKey>(`${mediaPath}*`, async (request, reply) => {
    const key = request.params['*'];
    const { expires, signature } = request.query;
    const isText = typeof expires === 'string' && typeof signature === 'string';
    const now = clock.now().getTime();
    if (!isText || !isMediaUrlValid(config.engineToken, { key, expires, signature }, now))
      return refuse('session.tokenInvalid');
    const size = playable.test(key) ? await storage.size(key) : undefined;
    if (size === undefined) return refuse('request.notFound');
    const range = size === 0 ? undefined : rangeOf(request, size);
    reply.header('cache-control', 'no-store').header('accept-ranges', 'bytes').type('application/octet-stream');
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    return reply.send(await storage.read(key, range));
  });
};
