import type { StationKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { everyRevision, type Desired } from './desired.ts';
import type { EngineClient } from './engine-client.ts';

export type EngineSender = {
  /** Gives the engine this document, unless it has it or a newer one. */
  send(desired: Desired, signal: AbortSignal): Promise<void>;
  /** The next `send` of the station lets its encoder go. */
  kickWithNext(key: StationKey): void;
  /** Compares all revisions; tells which stations must be sent. */
  compare(): Promise<StationKey[]>;
};

/**
 * Keeps order between what is sent: one document at a time for each station, as two on their way at once could arrive
 * the wrong way round, and none during a comparison, which would remove a station that it wasn't asked about. Between several
 * portals the engine keeps order itself: it does not take a revision older than its own, which is as good as sent.
 */
export const createEngineSender = (deps: { db: Db; engine: EngineClient }): EngineSender => {
  /** The revisions the engine has, as far as is known. */
  const sent = new Map<StationKey, number>();
  const turns = new Map<StationKey, Promise<void>>();
  const underWay = new Set<Promise<unknown>>();
  const toKick = new Set<StationKey>();
  let comparing: Promise<unknown> | undefined;

  const give = async ({ key, revision, document }: Desired, signal: AbortSignal): Promise<void> => {
    while (comparing) await comparing.catch(() => undefined);
    if (revision > (sent.get(key) ?? 0)) {
      await during(underWay, document ? deps.engine.put(document, signal) : deps.engine.remove(key, revision, signal));
      sent.set(key, revision);
    }
    if (!toKick.delete(key)) return;
    await deps.engine.kick(key, signal).catch((error: unknown) => {
      toKick.add(key);
      throw error;
    });
  };

  const compareAll = async (): Promise<StationKey[]> => {
    await Promise.allSettled(underWay);
    const stations = await everyRevision(deps.db);
    const { send, removed } = await deps.engine.sync({ stations });
    // What was sent before counts no more: the database, or the engine's memory, may be an older one now.
    sent.clear();
    // One that was created in the meantime, by another process too, was removed and has to be sent again.
    return [...send, ...removed];
  };

  return {
    kickWithNext: (key) => toKick.add(key),
    send: async (desired, signal) => {
      const before = turns.get(desired.key) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(() => give(desired, signal));
      turns.set(desired.key, mine);
      try {
        await mine;
      } finally {
        if (turns.get(desired.key) === mine) turns.delete(desired.key);
      }
    },
    compare: async () => {
      const mine = compareAll();
      comparing = mine;
      try {
        return await mine;
      } finally {
        if (comparing === mine) comparing = undefined;
      }
    },
  };
};

const during = async (set: Set<Promise<unknown>>, work: Promise<unknown>): Promise<void> => {
  set.add(work);
  try {
    await work;
  } finally {
    set.delete(work);
  }
};
