import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { allRevisions, type Desired } from './desired.ts';
import type { EngineClient } from './engine-client.ts';

export type EngineSender = {
  /** Sends the engine this document, unless it has the same or a newer one. */
  send(desired: Desired, signal: AbortSignal): Promise<void>;
  /** Disconnects the encoder with the station's next `send`. */
  kickOnNextSend(key: StationKey): void;
  /** Compares all revisions; returns the stations to send. */
  compare(): Promise<StationKey[]>;
};

/**
 * Serializes what is sent: one document per station at a time, as concurrent ones could arrive out of order, and none
 * during a comparison, which would remove a station missing from its list. With several portals the engine decides: it
 * refuses a revision older than its own, and that counts as sent.
 */
export const createEngineSender = (deps: { db: Db; engine: EngineClient; product: string }): EngineSender => {
  /** The last known revisions of the engine. */
  const sentRevisions = new Map<StationKey, number>();
  const lastSends = new Map<StationKey, Promise<void>>();
  const inFlight = new Set<Promise<unknown>>();
  const toKick = new Set<StationKey>();
  let comparing: Promise<unknown> | undefined;

  const sendNow = async ({ key, revision, document }: Desired, signal: AbortSignal): Promise<void> => {
    while (comparing) await comparing.catch(() => undefined);
    if (revision > (sentRevisions.get(key) ?? 0)) {
      await track(inFlight, document ? deps.engine.put(document, signal) : deps.engine.remove(key, revision, signal));
      sentRevisions.set(key, revision);
    }
    if (!toKick.delete(key)) return;
    await deps.engine.kick(key, signal).catch((error: unknown) => {
      toKick.add(key);
      throw error;
    });
  };

  const compareAll = async (): Promise<StationKey[]> => {
    await Promise.allSettled(inFlight);
    const stations = await allRevisions(deps.db);
    const { send, removed } = await deps.engine.sync({ product: deps.product, stations });
    // Forget what was sent: the database or the engine may have been restored to an older state.
    sentRevisions.clear();
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
