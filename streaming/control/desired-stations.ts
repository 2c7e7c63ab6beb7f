import type { StationDesired, StationState, SyncReply, SyncRequest } from '#contract/engine.ts';
import type { StationFiles } from '#streaming/snapshot/station-files.ts';
import type { Positions } from '#streaming/snapshot/positions.ts';
import type { Stations } from '#streaming/station/air.ts';
import type * as z from 'zod/mini';
import { ControlError } from './control-error.ts';

type Key = StationState['key'];

export type DesiredStations = {
  /** On the air first, then on disk: resolves when both are. Throws 409 where it is older than what was desired last. */
  put(desired: StationDesired): Promise<undefined>;
  /** `revision`: the one that the station was deleted with; an older document does not bring it back. */
  remove(key: string, revision?: number): Promise<undefined>;
  /**
   * Removes what isn't listed and tells what is missing or of another revision. What is listed counts as the newest from
   * now on, also where the engine has a higher revision: the database may have been restored.
   */
  sync(request: z.infer<typeof SyncRequest>): Promise<z.infer<typeof SyncReply>>;
  restart(key: Key): undefined;
  kick(key: Key): undefined;
};

type Options = { air: Stations; files: StationFiles; positions: Positions };

/** What the portal wants of the stations, brought on the air and saved for the next start; what is on the air now was loaded from there. */
export function createDesiredStations({ air, files, positions }: Options): DesiredStations {
  /** The revision below which a document is too old, of each station that was on the air, removed or listed. */
  const newest = new Map<string, number>(air.states().map(({ key, revision }) => [key, revision]));
  const remove = async (key: string): Promise<undefined> => {
    air.remove(key as Key);
    positions.remove(key);
    await files.remove(key);
  };
  return {
    async put(desired) {
      const { key, revision } = desired;
      const known = newest.get(key);
      if (known !== undefined && revision < known)
        throw new ControlError(
          409,
          `Revision ${revision} of station ${key} is older than ${known}, which was sent before.`,
        );
      newest.set(key, revision);
      air.apply(desired);
      await files.save(desired);
    },
    async remove(key, revision) {
      const known = newest.get(key) ?? 0;
      if (revision !== undefined && revision < known)
        throw new ControlError(409, `Station ${key} was sent again after it was deleted with revision ${revision}.`);
      if (revision !== undefined) newest.set(key, revision);
      await remove(key);
    },
    async sync({ stations }) {
      const listed = new Map<string, number>(stations.map(({ key, revision }) => [key, revision]));
      const here = new Map<string, number>(air.states().map(({ key, revision }) => [key, revision]));
      const removed = air.states().flatMap(({ key }) => (listed.has(key) ? [] : [key]));
      for (const [key, revision] of listed) newest.set(key, revision);
      await Promise.all(removed.map(remove));
      return { send: stations.flatMap(({ key, revision }) => (here.get(key) === revision ? [] : [key])), removed };
    },
    restart(key) {
      air.restart(key);
    },
    kick(key) {
      air.kick(key);
    },
  };
}
