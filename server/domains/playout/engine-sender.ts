import type { StationKey } from '#contract/rules/keys.ts';
import { isOlderVersion, type StationVersion } from '#contract/rules/station-version.ts';
import { allVersions, desiredStations, type Desired } from './desired.ts';
import type { DesiredDeps } from './desired-autodj.ts';
import type { EngineClient } from './engine-client.ts';

/** What an engine should have, and how many encoders were to be disconnected when it was read. */
export type ReadStation = Desired & { kicks: number };

export type EngineSender = {
  /** Reads what the engine should have of these stations, to send it. */
  read(keys: readonly StationKey[]): Promise<ReadStation[]>;
  /** Sends the engine this document, unless it has the same or a newer one; of another engine's station, that it is not its own. */
  send(desired: ReadStation, signal: AbortSignal): Promise<void>;
  /**
   * Disconnects the encoder once a document that is read from now on was sent: with an older one the encoder would be back with the password
   * that it must not have any more, and one with the new password would be refused.
   */
  kickAfterNextRead(key: StationKey): void;
  /** Compares all revisions; returns the stations to send. */
  compare(): Promise<StationKey[]>;
};

type Deps = DesiredDeps & { engine: EngineClient; node: string | undefined; product: string };

/**
 * Serializes what is sent: one document per station at a time, as concurrent ones could arrive out of order, and none
 * during a comparison, which would remove a station missing from its list. With several portals the engine decides: it
 * refuses a version older than its own, and that counts as sent.
 */
export const createEngineSender = (deps: Deps): EngineSender => {
  /** The last known versions of the engine. */
  const sentVersions = new Map<StationKey, StationVersion>();
  const lastSends = new Map<StationKey, Promise<void>>();
  const inFlight = new Set<Promise<unknown>>();
  /** By station, which of all kicks it is. */
  const toKick = new Map<StationKey, number>();
  let kicks = 0;
  let comparing: Promise<unknown> | undefined;

  const sendNow = async (station: ReadStation, signal: AbortSignal): Promise<void> => {
    const { key, revision, epoch, node, document } = station;
    while (comparing) await comparing.catch(() => undefined);
    const version = { revision, epoch };
    const sent = sentVersions.get(key);
    if (!sent || isOlderVersion(sent, version)) {
      const isOwn = deps.node === undefined || deps.node === node;
      await track(
        inFlight,
        document && isOwn ? deps.engine.put(document, signal) : deps.engine.remove(key, version, signal),
      );
      sentVersions.set(key, version);
    }
    const kick = toKick.get(key);
    if (kick === undefined || kick > station.kicks) return;
    await deps.engine.kick(key, signal);
    if (toKick.get(key) === kick) toKick.delete(key);
  };

  const compareAll = async (): Promise<StationKey[]> => {
    await Promise.allSettled(inFlight);
    const stations = await allVersions(deps.db, deps.node);
    const { send, removed } = await deps.engine.sync({ product: deps.product, stations });
    // Forget what was sent: the database or the engine may have been restored to an older state.
    sentVersions.clear();
    // A station created in the meantime, even by another process, was removed and must be sent again.
    return [...send, ...removed];
  };

  return {
    read: async (keys) => {
      const before = kicks;
      return (await desiredStations(deps, keys)).map((desired) => ({ ...desired, kicks: before }));
    },
    kickAfterNextRead: (key) => {
      kicks += 1;
      toKick.set(key, kicks);
    },
    send: async (desired, signal) => {
      const previous = lastSends.get(desired.key) ?? Promise.resolve();
      const current = previous.catch(() => undefined).then(() => sendNow(desired, signal));
      lastSends.set(desired.key, current);
      try {
        await current;
      } finally {
        if (lastSends.get(desired.key) === current) lastSends.delete(desired.key);
      }
    },
    compare: async () => {
      const current = compareAll();
      comparing = current;
      try {
        return await current;
      } finally {
        if (comparing === current) comparing = undefined;
      }
    },
  };
};

const track = async (set: Set<Promise<unknown>>, work: Promise<unknown>): Promise<void> => {
  set.add(work);
  try {
    await work;
  } finally {
    set.delete(work);
  }
};
