import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '#contract/rules/network.ts';
import { rateLimiter, type RateBound } from './rate-limit.ts';
import { refuse } from './refuse.ts';
import type { Clock } from '../kernel.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses two kinds of anonymous requests before their body is read: writes to URLs that don't exist, and writes of one
 * client (`clientNetwork`) beyond `bound`. Routes that check the caller before reading are exempt.
 */
export const limitAnonymousWrites = (app: FastifyInstance, bound: RateBound, clock: Clock): void => {
  const limit = rateLimiter(clock);
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) || checksCallers(request)) return;
    limit(clientNetwork(request.ip), bound);
    if (request.is404) refuse('request.notFound');
  });
};

const checksCallers = (request: FastifyRequest): boolean => request.routeOptions.config.checksCallers === true;
