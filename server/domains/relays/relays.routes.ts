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
    list: ({ params, query, resources: at }) => relaysOf(all, params.key, query, rolesAt(at)),
    add: ({ params, body, who, resources: at }) => addRelay(all, params.key, body, { who, roles: rolesAt(at) }),
    update: ({ params, body, who, resources: at }) =>
      changeRelay(all, params.key, params.relayId, body, { who, roles: rolesAt(at, 'path.relayId') }),
    remove: ({ params }) => removeRelay(all, params.key, params.relayId),
    masterLink: ({ params, resources: at }) => masterLinkOf(all, params.key, rolesAt(at)),
    setMasterLink: ({ params, body, who, resources: at }) => setMasterLink(all, params.key, body, { who, roles: rolesAt(at) }),
    resetMasterLink: ({ params, resources: at }) => resetMasterLink(all, params.key, rolesAt(at)),
    icecast: ({ params }) => icecastReporting(all, params.key),
    resetIcecast: ({ params }) => resetReporting(all, params.key),
  };
};

const rolesAt = (at: Record<string, ResourceContext[]>, param = 'path.key') => at[param]?.[0]?.roles ?? [];
