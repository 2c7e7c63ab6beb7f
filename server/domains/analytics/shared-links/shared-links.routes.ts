import type { SharedReport } from '#contract/api/shared-links.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { Analytics } from '../analytics.work.ts';
import type { StatsDeps } from '../stats.service.ts';
import type { LinkRow } from './shared-links.repo.ts';
import { createLink, listLinks, openLink, reportOf, revoke } from './shared-links.service.ts';

/** However many addresses open a link. */
const perLink = { max: 300, seconds: 60 };
/** Many people may open a link at once: its statistics are counted once in this time. */
const countedMs = 30_000;
const mostCounted = 500;

const countedReports = (deps: StatsDeps): ((link: LinkRow) => Promise<SharedReport>) => {
  const counted = new Map<string, { until: number; report: Promise<SharedReport> }>();
  return (link) => {
    const now = deps.clock.now().getTime();
    const known = counted.get(link.id);
    if (known && known.until > now) return known.report;
    if (counted.size >= mostCounted) counted.clear();
    const report = reportOf(deps, link);
    counted.set(link.id, { until: now + countedMs, report });
    report.catch(() => counted.delete(link.id));
    return report;
  };
};

/** Links that show statistics without an account. */
export const sharedLinkRoutes = (kernel: Kernel, analytics: Analytics): Handlers<'sharedLinks'> => {
  const deps = { ...kernel, ...analytics };
  const limit = rateLimiter(kernel.clock);
  const report = countedReports(deps);
  return {
    listOfAccount: ({ params }) => listLinks(kernel, { account: params.id }),
    listOfStation: ({ params }) => listLinks(kernel, { station: params.key }),
    createOfAccount: async ({ params, body: { stationKey, ...link }, who, resources }) => {
      if (stationKey === undefined) return await createLink(kernel, { account: params.id }, who, link);
      if (resources['body.stationKey']?.[0]?.account !== params.id) refuse('station.notFound');
      return await createLink(kernel, { station: stationKey }, who, link);
    },
    createOfStation: ({ params, body, who }) => createLink(kernel, { station: params.key }, who, body),
    revokeOfAccount: ({ params }) => revoke(kernel, { account: params.id }, params.linkId),
    revokeOfStation: ({ params }) => revoke(kernel, { station: params.key }, params.linkId),
    view: async ({ params: { token } }): Promise<SharedReport> => {
      limit(token, perLink);
      return await report(await openLink(kernel, token));
    },
  };
};
