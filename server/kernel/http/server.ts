import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Wording } from '#contract/rules/brand.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { replyToBrokenRequests, refusalText } from './broken-requests.ts';
import { compressLargeReplies } from './compress.ts';
import { openFilesLimit } from '../open-files.ts';
import { limitConnections, type ConnectionLimits } from './connections.ts';
import { errorBoundary } from './error-boundary.ts';
import { limitAnonymousWrites } from './anonymous-writes.ts';
import type { RateBound } from './rate-limit.ts';
import { jsonBytes, readBodies } from './read-bodies.ts';
import { contentPolicy } from './security-headers.ts';
import { limitSlowBodies, type BodyLimits } from './slow-bodies.ts';

/** Limits for one client and for all clients together. */
export type ServerLimits = { bodies: BodyLimits; connections: ConnectionLimits; openWrites: RateBound };

/** Files that a portal opens beside its connections: databases, uploads, connections to the engine. */
const otherFiles = 300;

/**
 * Many users behind one address stay far below these; a single abusive machine does not. In total there are not more than
 * files that may be opened, so that the database and uploads can always be reached.
 */
const defaultBounds: ServerLimits = {
  bodies: { ms: 60_000, uploadBytes: 256 * 1024 },
  connections: { total: Math.min(25_000, openFilesLimit() - otherFiles), perClient: 1000 },
  openWrites: { max: 1200, seconds: 60 },
};

/**
 * The HTTP server with everything that applies to all routes: limits, security headers, one error boundary. `mount`
 * adds the routes.
 */
export const createServer = (at: {
  config: Config;
  log: Logger;
  wording: Wording;
  bounds?: Partial<ServerLimits>;
}): FastifyInstance => {
  const bounds = { ...defaultBounds, ...at.bounds };
  const boundary = errorBoundary(at.log, at.wording);
  const app = Fastify({
    bodyLimit: jsonBytes,
    trustProxy: at.config.trustedProxies.length > 0 ? at.config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // Bodies have a separate limit (slow-bodies.ts); Node limits heads.
    requestTimeout: 0,
    // A part that waits for its database, or for a busy machine, must not end the start.
    pluginTimeout: 0,
    frameworkErrors: boundary,
    clientErrorHandler: replyToBrokenRequests(at.wording),
    ...(at.config.tls ? { https: { cert: at.config.tls.cert, key: at.config.tls.key } } : {}),
  }) as unknown as FastifyInstance;
  limitConnections(app.server, bounds.connections, at.config.trustedProxies);
  endSlowBodies(app.server, bounds.bodies, at.wording);
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
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=(self), payment=()');
    if (at.config.publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
  });
  limitAnonymousWrites(app, bounds.openWrites, systemClock);
  return app;
};

const endSlowBodies = (server: Server, bound: BodyLimits, wording: Wording): void => {
  const { status, headers, text } = refusalText(wording, 'request.timeout');
  limitSlowBodies(server, bound, (response) => response.writeHead(status, headers).end(text));
};

declare module 'fastify' {
  // Fastify's way to type a hook's request property and a route's config is to extend its interfaces.
  interface FastifyRequest {
    /** Allows a document's own styles (`getStyleNonce`); new for each request. */
    nonce: string;
  }
  interface FastifyContextConfig {
    /** The route refuses a caller without session or token before it reads a body. */
    checksCallers?: boolean;
  }
}
