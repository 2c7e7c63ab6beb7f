import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { withoutSecrets } from '../log.ts';

const slowMs = 1000;

/**
 * One line for each call that took over a second (except audio and events) or was refused with 5xx, one at debug level
 * for every other; without secrets.
 */
export const logRequests = (app: FastifyInstance, log: Logger): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime);
    const isStream = /^(text\/event-stream|audio\/)/.test(String(reply.getHeader('content-type') ?? ''));
    const level = reply.statusCode >= 500 || (ms > slowMs && !isStream) ? 'warn' : 'debug';
    if (!log.isLevelEnabled(level)) return done();
    log[level]({ method: request.method, url: withoutSecrets(request.url), status: reply.statusCode, ms }, 'answered');
    done();
  });
};
