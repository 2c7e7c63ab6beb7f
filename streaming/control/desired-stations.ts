import { isOlderVersion, type StationVersion } from '#contract/rules/station-version.ts';
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
  /** `deletion`: the version from which on it is not here; an older document does not restore the station. */
  remove(key: string, deletion?: StationVersion): Promise<undefined>;
  /**
   * Removes stations that are not listed and returns those that are missing or have another revision. The listed
   * version counts as the latest from now on, even where the engine has a higher one: the database may have been
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
  const versionOf = (key: Key): StationVersion | undefined => {
    const desired = air.desired(key);
    return desired && { revision: desired.revision, epoch: desired.epoch };
  };
  /** The oldest version still accepted, for each station that is running, removed or listed. */
  const newest = new Map<string, StationVersion>(air.states().map(({ key }) => [key, versionOf(key)!]));
  const remove = async (key: string): Promise<undefined> => {
    air.remove(key as Key);
    positions.remove(key);
    await Promise.all([manual.remove(key), files.remove(key)]);
  };
  return {
    async put(desired) {
      const { key, revision, epoch } = desired;
      const latest = newest.get(key);
      if (latest !== undefined && isOlderVersion(desired, latest))
        throw new ControlError(
          409,
          `${named(desired)} of station ${key} is older than ${named(latest).toLowerCase()}, which was received before.`,
        );
      newest.set(key, { revision, epoch });
      air.apply(desired);
      await files.save(desired);
    },
    async remove(key, deletion) {
      const latest = newest.get(key);
      if (deletion && latest && isOlderVersion(deletion, latest))
        throw new ControlError(
          409,
          `Station ${key} was updated after its removal with ${named(deletion).toLowerCase()}.`,
        );
      if (deletion) newest.set(key, deletion);
      await remove(key);
    },
    async sync({ stations, product }) {
      if (product !== undefined) await setProduct(product);
      const listed = new Map<string, StationVersion>(
        stations.map(({ key, revision, epoch }) => [key, { revision, epoch }]),
      );
      const removed = air.states().flatMap(({ key }) => (listed.has(key) ? [] : [key]));
      for (const [key, version] of listed) newest.set(key, version);
      await Promise.all(removed.map(remove));
      return { send: stations.flatMap((one) => (isSame(versionOf(one.key), one) ? [] : [one.key])), removed };
    },
    restart(key) {
      air.restart(key);
    },
    kick(key) {
      air.kick(key);
    },
  };
};

const isSame = (one: StationVersion | undefined, other: StationVersion): boolean =>
  one !== undefined && one.revision === other.revision && (one.epoch ?? 0) === (other.epoch ?? 0);

const named = ({ revision, epoch }: StationVersion): string =>
  epoch === undefined ? `Revision ${revision}` : `Revision ${revision} of epoch ${epoch}`;
