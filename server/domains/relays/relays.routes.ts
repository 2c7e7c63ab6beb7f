import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { addRelay, changeRelay, relaysOf, removeRelay } from '#server/domains/stations/relay-stations.service.ts';
import type { Handlers, ResourceContext } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { icecastReporting, resetReporting } from './icecast-reporting.ts';
import { masterLinkOf, resetMasterLink, setMasterLink } from './relays.service.ts';

/** Handlers of relays and the master link. */
export const relaysRoutes = (kernel: Kernel, deps: { live: LiveHub; engine: EngineSync }): Handlers<'relays'> => {
  const all = { ...kernel, ...deps };
  return {
    list: ({ params, query, resources }) => relaysOf(all, params.key, query, rolesAt(resources)),
    add: ({ params, body, who, resources }) => addRelay(all, params.key, body, { who, roles: rolesAt(resources) }),
    update: ({ params, body, who, resources }) =>
      changeRelay(all, params.key, params.relayId, body, { who, roles: rolesAt(resources, 'path.relayId') }),
    remove: ({ params }) => removeRelay(all, params.key, params.relayId),
    masterLink: ({ params, resources }) => masterLinkOf(all, params.key, rolesAt(resources)),
    setMasterLink: ({ params, body, who, resources }) =>
      setMasterLink(all, params.key, body, { who, roles: rolesAt(resources) }),
    resetMasterLink: ({ params, resources }) => resetMasterLink(all, params.key, rolesAt(resources)),
    icecast: ({ params }) => icecastReporting(all, params.key),
    resetIcecast: ({ params }) => resetReporting(all, params.key),
  };
};

const rolesAt = (at: Record<string, ResourceContext[]>, param = 'path.key') => at[param]?.[0]?.roles ?? [];
