import type { FastifyInstance } from 'fastify';
import { appEventLimits } from '#contract/api/app-stats.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { stationsOf } from '../analytics.repo.ts';
import type { Analytics } from '../analytics.work.ts';
import { hasReported, lastReports } from './app-events.repo.ts';
import { appStatsOf } from './app-stats.service.ts';
import { ingestAppEvents } from './ingest-app-events.ts';

/**
 * Ingestion of app events, and their statistics: of an account in the time zone of its oldest station, of a station in
 * its own.
 */
export const appStatsRoutes = (
  kernel: Kernel,
  analytics: Pick<Analytics, 'clickhouse' | 'geo'>,
): Handlers<'appStats'> => {
  const deps = { ...kernel, ...analytics };
  const limit = rateLimiter(kernel.clock);
  return {
    report: async ({ params: { applicationKey }, body, request: { ip } }) => {
      limit(`${applicationKey} ${ip}`, { max: appEventLimits.perMinute, seconds: 60 });
      return await ingestAppEvents(deps, { key: applicationKey, ip, events: body.events });
    },
    account: async ({ params, query: { stationKey, ...query } }) => {
      const own = await stationsOf(kernel.db, params.id);
      const stations = stationKey === undefined ? own : own.filter(({ key }) => key === stationKey);
      return await appStatsOf(deps, { stations, zone: stations[0]?.zone ?? 'UTC' }, params.type, query);
    },
    hasAppAnalytics: async ({ params }) => ({ hasAppAnalytics: await hasReported(kernel.db, params.id) }),
    lastEvents: async ({ params }) =>
      (await lastReports(kernel.db, params.id)).map(({ id, last_event }) => ({
        id,
        last_event: last_event.toISOString(),
      })),
  };
};

const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};

/** Lets apps report from pages of any origin, because some run in a web view. */
export const mountAppPreflight = (app: FastifyInstance): void => {
  app.options('/ingest/app/:applicationKey', (_request, reply) => reply.code(204).headers(anyOrigin).send());
};
