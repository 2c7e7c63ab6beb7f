import type { SharedReport } from '#contract/shared-links.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { Analytics } from '../analytics.work.ts';
import { createLink, listLinks, openLink, revoke } from './shared-links.service.ts';

/** However many people open a link at once, its statistics are counted no more often than this. */
const perLink = { max: 60, seconds: 60 };

/** Links that show statistics without an account. */
export const sharedLinkRoutes = (kernel: Kernel, analytics: Analytics): Handlers<'sharedLinks'> => {
  const deps = { ...kernel, ...analytics };
  const limit = rateLimiter(kernel.clock);
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
      return await openLink(deps, token);
    },
  };
};
