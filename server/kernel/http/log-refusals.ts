import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { minuteMs } from '#contract/rules/time.ts';

/** Refused access: no valid session, no permission, too many calls. */
const logged = new Set([401, 403, 429]);
const linesPerMinute = 300;

/**
 * Logs each refused access (401, 403, 429) with the caller, the IP address and the endpoint, as a line with `security:
 * "refused"`. Writes at most 300 lines a minute, and then how many were omitted, so that a flood of refusals cannot
 * fill the disk.
 */
export const logRefusals = (app: FastifyInstance, log: Logger, now: () => number = Date.now): void => {
  const budget = { minute: 0, used: 0, leftOut: 0 };
  app.decorateRequest('personId', null);
  app.addHook('onResponse', (request, reply, done) => {
    if (!logged.has(reply.statusCode)) return done();
    const leftOut = spendLine(budget, Math.floor(now() / minuteMs));
    if (leftOut === undefined) return done();
    log.warn(
      {
        security: 'refused',
        status: reply.statusCode,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        person: request.personId,
        address: request.ip,
        ...(leftOut > 0 ? { leftOut } : {}),
      },
      'access refused',
    );
    done();
  });
};

/** The number of lines omitted before this one, or undefined if this one is omitted too. */
const spendLine = (budget: { minute: number; used: number; leftOut: number }, minute: number): number | undefined => {
  if (budget.minute !== minute) {
    budget.minute = minute;
    budget.used = 0;
  }
  if (budget.used >= linesPerMinute) {
    budget.leftOut++;
    return undefined;
  }
  budget.used++;
  const { leftOut } = budget;
  budget.leftOut = 0;
  return leftOut;
};

declare module 'fastify' {
  // Fastify's way to type a request decorator is to extend its interface.
  interface FastifyRequest {
    /** The signed-in user, once admission has identified one. */
    personId: string | null;
  }
}
