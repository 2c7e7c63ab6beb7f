import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const shrink = promisify(gzip);
/** Smaller replies don't get faster by compression. */
const fromBytes = 32 * 1024;

/** Compresses large JSON for clients that accept gzip: a playlist of 10,000 tracks is 2 MB. */
export const compressLargeReplies = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || payload.length < fromBytes || !type.startsWith('application/json'))
      return payload;
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    // Level 1 takes a fifth of the time of the default 6, for a tenth more bytes.
    return await shrink(payload, { level: 1 });
  });
};
