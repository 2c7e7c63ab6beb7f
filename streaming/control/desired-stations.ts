import type { StationDesired, StationState, SyncReply, SyncRequest } from '#contract/engine.ts';
import type { StationFiles } from '#streaming/snapshot/station-files.ts';
import type { Positions } from '#streaming/snapshot/positions.ts';
import type { Stations } from '#streaming/station/air.ts';
import type * as z from 'zod/mini';

type Key = StationState['key'];

export type DesiredStations = {
  /** On the air first, then on disk: resolves when both are. */
  put(desired: StationDesired): Promise<undefined>;
  remove(key: string): Promise<undefined>;
  /** Removes what isn't listed and tells what is missing or of another revision. */
  sync(request: z.infer<typeof SyncRequest>): Promise<z.infer<typeof SyncReply>>;
  restart(key: Key): undefined;
  kick(key: Key): undefined;
};

type Options = { air: Stations; files: StationFiles; positions: Positions };

/** What the portal wants of the stations, brought on the air and kept for the next start. */
export function createDesiredStations({ air, files, positions }: Options): DesiredStations {
  const remove = async (key: string): Promise<undefined> => {
    air.remove(key as Key);
    positions.remove(key);
    await files.remove(key);
  };
  return {
    async put(desired) {
      air.apply(desired);
      await files.save(desired);
    },
    remove,
    async sync({ stations }) {
      const listed = new Map(stations.map(({ key, revision }) => [key, revision]));
      const here = new Map(air.states().map(({ key, revision }) => [key, revision]));
      const removed = [...here.keys()].filter((key) => !listed.has(key));
      await Promise.all(removed.map(remove));
      return { send: [...listed.keys()].filter((key) => here.get(key) !== listed.get(key)), removed };
    },
    restart(key) {
      air.restart(key);
    },
    kick(key) {
      air.kick(key);
    },
  };
}
