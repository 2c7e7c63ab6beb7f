import type { OpenSession } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Fleet } from '#server/kernel/fleet.ts';
import { engineSessions, type EngineSessions, type OpenSessions } from './engine-sessions.ts';

/** The engines' open sessions, and the spool of each of them. */
export type FleetSessions = OpenSessions & { spools: readonly { id: string; engine: EngineSessions }[] };

/**
 * Asks each station's engine for its open sessions, and throws if one of them can't be reached. For all stations an engine
 * that is away is left out, unless all are: its stations get another engine within seconds.
 */
export const fleetSessions = (fleet: Fleet): FleetSessions => {
  const spools = fleet.engines.map((node) => ({ id: node.id, engine: engineSessions(node) }));
  return {
    spools,
    async open(stations) {
      const byEngine = Map.groupBy(await fleet.ownersOf(stations), ([, { id }]) => id);
      const lists = spools.map(async ({ id, engine }): Promise<OpenSession[]> => {
        const own = byEngine.get(id)?.map(([key]): StationKey => key) ?? [];
        return own.length > 0 ? await engine.open(own) : [];
      });
      return (await Promise.all(lists)).flat();
    },
    async everywhere() {
      const results = await Promise.allSettled(spools.map(({ engine }) => engine.everywhere()));
      const failed = results.filter((result) => result.status === 'rejected');
      if (failed.length === results.length) throw failed[0]?.reason;
      return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    },
  };
};
