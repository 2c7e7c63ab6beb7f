import { fleet, type Engine } from '#contract/api/fleet.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** As often as the portal looks at its engines. */
const freshMs = 5000;

export const enginesQuery = endpointQuery(fleet.engines, {}, { refetchInterval: freshMs });

/** Moves an engine's stations to the others, or lets it have stations again. */
export const useDrainEngine = () =>
  useAction({
    failure: 'default',
    mutationFn: ({ id, draining }: Pick<Engine, 'id' | 'draining'>) =>
      call(draining ? fleet.drain : fleet.resume, { params: { engineId: id } }),
  });
