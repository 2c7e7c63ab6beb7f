import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Wording } from '#contract/brand.ts';
import type { Config } from '../config.ts';
import { compressLargeReplies } from './compress.ts';
import { errorBoundary } from './error-boundary.ts';
import { contentPolicy } from './security-headers.ts';

const jsonBytes = 1024 * 1024;

/** The HTTP server with what holds for every route: bounds, security headers, one error boundary. Routes come by `mount`. */
export const createServer = (at: { config: Config; log: Logger; wording: Wording }): FastifyInstance => {
  const boundary = errorBoundary(at.log, at.wording);
  const app = Fastify({
    bodyLimit: jsonBytes,
    trustProxy: at.config.trustedProxies.length > 0 ? at.config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 0,
    frameworkErrors: boundary,
    ...(at.config.tls ? { https: { cert: at.config.tls.cert, key: at.config.tls.key } } : {}),
  }) as unknown as FastifyInstance;
  readBodies(app);
  compressLargeReplies(app);
  app.setErrorHandler(boundary);
  const policy = contentPolicy(at.config);
  app.addHook('onRequest', async (request, reply) => {
    request.nonce = randomUUID();
    reply
      .header('content-security-policy', policy(request.nonce))
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), geolocation=(), payment=()');
    if (at.config.publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
  });
  return app;
};

/** JSON is read into memory up to 1 MB (nothing at all is no body); multipart is left to the route, the rest refused. */
const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/, { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, parseJson(text as string));
    } catch {
      done(Object.assign(new Error('it is not JSON'), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    const type = request.headers['content-type'] ?? 'no content type';
    done(Object.assign(new Error(`a body of ${type} is not taken here`), { statusCode: 400 }));
  });
};

/** JSON without the names that reach into prototypes. */
const parseJson = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));

declare module 'fastify' {
  // Fastify's own way of typing what a hook puts on a request is to add to its interface.
  interface FastifyRequest {
    /** Allows a document's own styles (`getStyleNonce`); new for each request. */
    nonce: string;
  }
}
