import type { StationKey } from '#contract/rules/keys.ts';
import { isOlderVersion, type StationVersion } from '#contract/rules/station-version.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { allVersions, type Desired } from './desired.ts';
import type { EngineClient } from './engine-client.ts';

export type EngineSender = {
  /** Sends the engine this document, unless it has the same or a newer one; of another engine's station, that it is not its own. */
  send(desired: Desired, signal: AbortSignal): Promise<void>;
  /** Disconnects the encoder with the station's next `send`. */
  kickOnNextSend(key: StationKey): void;
  /** Compares all revisions; returns the stations to send. */
  compare(): Promise<StationKey[]>;
};

/**
 * Serializes what is sent: one document per station at a time, as concurrent ones could arrive out of order, and none
 * during a comparison, which would remove a station missing from its list. With several portals the engine decides: it
 * refuses a version older than its own, and that counts as sent.
 */
export const createEngineSender = (deps: {
  db: Db;
  engine: EngineClient;
  node: string | undefined;
  product: string;
}): EngineSender => {
  /** The last known versions of the engine. */
  const sentVersions = new Map<StationKey, StationVersion>();
  const lastSends = new Map<StationKey, Promise<void>>();
  const inFlight = new Set<Promise<unknown>>();
  const toKick = new Set<StationKey>();
  let comparing: Promise<unknown> | undefined;

  const sendNow = async ({ key, revision, epoch, node, document }: Desired, signal: AbortSignal): Promise<void> => {
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
    if (!toKick.delete(key)) return;
    await deps.engine.kick(key, signal).catch((error: unknown) => {
      toKick.add(key);
      throw error;
    });
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
    kickOnNextSend: (key) => toKick.add(key),
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
