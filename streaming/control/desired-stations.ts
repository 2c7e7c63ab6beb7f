import type { StationDesired, StationState, SyncReply, SyncRequest } from '#contract/engine/engine.ts';
import type { StationFiles } from '#streaming/snapshot/station-files.ts';
import type { ManualFiles } from '#streaming/snapshot/manual-files.ts';
import type { Positions } from '#streaming/snapshot/positions.ts';
import type { Stations } from '#streaming/ingest/stations.ts';
import type * as z from 'zod/mini';
import { ControlError } from './control-error.ts';

type Key = StationState['key'];

export type DesiredStations = {
  /**
   * Applies it to the running stations, then saves it: resolves when both are done. Throws 409 for one older than the
   * latest.
   */
  put(desired: StationDesired): Promise<undefined>;
  /** `revision`: that of the deletion; an older document does not restore the station. */
  remove(key: string, revision?: number): Promise<undefined>;
  /**
   * Removes stations that are not listed and returns those that are missing or have another revision. The listed
   * revision counts as the latest from now on, even where the engine has a higher one: the database may have been
   * restored.
   */
  sync(request: z.infer<typeof SyncRequest>): Promise<z.infer<typeof SyncReply>>;
  restart(key: Key): undefined;
  kick(key: Key): undefined;
};

type Options = {
  air: Stations;
  files: StationFiles;
  positions: Positions;
  manual: Pick<ManualFiles, 'remove'>;
  /** Renames the engine. */
  setProduct(name: string): Promise<void>;
};

/**
 * Applies the desired state that the portal sends to the running stations and saves it for the next start, when the
 * running stations are loaded from it.
 */
export const createDesiredStations = ({ air, files, positions, manual, setProduct }: Options): DesiredStations => {
  /** The lowest revision still accepted, for each station that is running, removed or listed. */
  const newest = new Map<string, number>(air.states().map(({ key, revision }) => [key, revision]));
  const remove = async (key: string): Promise<undefined> => {
    air.remove(key as Key);
    positions.remove(key);
    await Promise.all([manual.remove(key), files.remove(key)]);
  };
  return {
    async put(desired) {
      const { key, revision } = desired;
      const latest = newest.get(key);
      if (latest !== undefined && revision < latest)
        throw new ControlError(
          409,
          `Revision ${revision} of station ${key} is older than revision ${latest}, which was received before.`,
        );
      newest.set(key, revision);
      air.apply(desired);
      await files.save(desired);
    },
    async remove(key, revision) {
      const latest = newest.get(key) ?? 0;
      if (revision !== undefined && revision < latest)
        throw new ControlError(409, `Station ${key} was updated after its deletion with revision ${revision}.`);
      if (revision !== undefined) newest.set(key, revision);
      await remove(key);
    },
    async sync({ stations, product }) {
      if (product !== undefined) await setProduct(product);
      const listed = new Map<string, number>(stations.map(({ key, revision }) => [key, revision]));
      const running = new Map<string, number>(air.states().map(({ key, revision }) => [key, revision]));
      const removed = air.states().flatMap(({ key }) => (listed.has(key) ? [] : [key]));
      for (const [key, revision] of listed) newest.set(key, revision);
      await Promise.all(removed.map(remove));
      return { send: stations.flatMap(({ key, revision }) => (running.get(key) === revision ? [] : [key])), removed };
    },
    restart(key) {
      air.restart(key);
    },
    kick(key) {
      air.kick(key);
    },
  };
};
