import type { StationKey } from '#contract/rules/keys.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { Analytics } from '../analytics.work.ts';
import { detailedFile } from './detailed.ts';
import { findSessions, isSearch } from './find-sessions.ts';
import { previewSessions } from './preview-sessions.ts';
import { listArchives, subscribe, subscriptionOf, unsubscribe } from './raw-archives.ts';
import { stationOf } from './raw-data.repo.ts';
import { sendFile, createReportLink } from './raw-downloads.ts';
import { rawPeriodOf } from './raw-files.ts';
import { listReports, orderReport } from './raw-reports.ts';

/** A station's sessions and plays as files: immediate, by e-mail, and monthly. */
export const rawDataRoutes = (kernel: Kernel, analytics: Analytics): Handlers<'rawData'> => {
  const deps = { ...kernel, ...analytics, rateLimit: rateLimiter(kernel.clock) };
  const of = async (station: StationKey) => {
    const { zone } = (await stationOf(kernel.db, station)) ?? refuse('station.notFound');
    return { station, zone };
  };
  const mailReport: Handlers<'rawData'>['mailReport'] = async ({ params, body, who }) =>
    await orderReport(deps, body, { ...(await of(params.key)), who });
  const status: Handlers<'rawData'>['status'] = async ({ params }) => await subscriptionOf(deps, await of(params.key));
  return {
    detailed: async ({ params, query, who }) =>
      await detailedFile(deps, query, { ...(await of(params.key)), person: who.id }),
    preview: async ({ params, query }) => {
      const { station, zone } = await of(params.key);
      const range = { station, ...rawPeriodOf(query, zone, kernel.clock.now()) };
      return await (isSearch(query) ? findSessions(deps, range, query) : previewSessions(deps, range, query));
    },
    mailReport,
    mailStationReport: (call) => mailReport(call as Parameters<typeof mailReport>[0]),
    reports: ({ params, who }) => listReports(deps, params.key, who),
    reportLink: ({ params, who }) => createReportLink(deps, params.key, params.id, who),
    subscribe: async ({ params }) => await subscribe(deps, await of(params.key)),
    unsubscribe: async ({ params }) => await unsubscribe(deps, await of(params.key)),
    status,
    stationStatus: (call) => status(call as Parameters<typeof status>[0]),
    archives: async ({ params, query, who }) => await listArchives(deps, await of(params.key), query.period, who),
    file: ({ params, request, reply }) => sendFile(deps, params, { request, reply }),
  };
};
