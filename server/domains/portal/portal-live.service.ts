import type * as z from 'zod/mini';
import type { StationKey } from '#contract/keys.ts';
import type { PortalLive } from '#contract/portal.ts';
import { countListeners } from '#server/domains/analytics/live.service.ts';
import type { LiveHub } from '#server/domains/session/live.events.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { stationNames } from './dashboard.repo.ts';

type Deps = Pick<Kernel, 'db'> & { live: LiveHub } & Parameters<typeof countListeners>[0];
type Reply = z.infer<typeof PortalLive>;

const mostStations = 50;

/** Who listens now in the whole portal (spec §7): every country, and the fifty stations with the most listeners. */
export const createPortalLive = (deps: Deps): (() => Promise<Reply>) => {
  const count = countListeners(deps);
  return async () => {
    const { listeners, countries, stations } = await count();
    const most = [...stations].sort((one, other) => other[1] - one[1]).slice(0, mostStations);
    const names = await stationNames(
      deps.db,
      most.map(([key]) => key),
    );
    const named = ([key, there]: [StationKey, number]) => {
      const station = names.get(key);
      return station ? [{ key, ...station, listeners: there }] : [];
    };
    return { listeners, onAir: deps.live.totals().onAir, countries, stations: most.flatMap(named) };
  };
};
