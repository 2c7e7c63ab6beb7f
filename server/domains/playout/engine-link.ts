import type { Logger } from 'pino';
import type { StationState } from '#contract/engine.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { desiredStations, everyRevision, type Desired } from './desired.ts';
import { EngineRefusal, type EngineClient } from './engine-client.ts';

/** Brings the engine to what the database says, as long as it takes. */
export type EngineLink = {
  /** The station is to be sent again; returns at once and is tried until the engine has it. */
  changed(key: StationKey): void;
  /** Lets the station's encoder go, once the engine has its newest document. */
  kick(key: StationKey): void;
  /** Sends the station now and tells how it then is; throws where the engine can't be reached in `withinMs`. */
  push(key: StationKey, withinMs: number, also?: 'restart'): Promise<StationState>;
  /** Compares every station's revision with the engine's, and sends what it lacks. */
  sync(): Promise<void>;
  stop(): Promise<void>;
};

const perRound = 25;
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/**
 * The sending half of the link. Changes are gathered and sent in rounds of 25 stations, one document at a
 * time for each station; a document older than the one sent before is dropped. While the engine is away
 * rounds are tried again after 0.25 s, 0.5 s, … 10 s.
 */
export const createEngineLink = (deps: { db: Db; engine: EngineClient; log: Logger }): EngineLink => {
  const dirty = new Set<StationKey>();
  const toKick = new Set<StationKey>();
  const sent = new Map<StationKey, number>();
  const turns = new Map<StationKey, Promise<void>>();
  const stopping = new AbortController();
  let pauseMs = 0;
  let isFlushing: Promise<void> | undefined;
  let syncing: Promise<void> = Promise.resolve();

  const send = async (desired: Desired, signal: AbortSignal): Promise<void> => {
    await syncing.catch(() => undefined);
    if (desired.revision < (sent.get(desired.key) ?? 0)) return;
    sent.set(desired.key, desired.revision);
    if (!desired.document) return await deps.engine.remove(desired.key, signal);
    await deps.engine.put(desired.document, signal);
    if (!toKick.delete(desired.key)) return;
    await deps.engine.kick(desired.key, signal).catch((error: unknown) => {
      toKick.add(desired.key);
      throw error;
    });
  };

  /** One at a time for each station: two on their way at once could arrive the wrong way round. */
  const sendInTurn = async (desired: Desired, signal: AbortSignal): Promise<void> => {
    const before = turns.get(desired.key) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => send(desired, signal));
    turns.set(desired.key, mine);
    try {
      await mine;
    } finally {
      if (turns.get(desired.key) === mine) turns.delete(desired.key);
    }
  };

  const sendOrKeep = async (desired: Desired): Promise<void> => {
    try {
      await sendInTurn(desired, AbortSignal.any([stopping.signal, AbortSignal.timeout(longestPauseMs)]));
    } catch (error) {
      if (!(error instanceof EngineRefusal) || error.status >= 500) throw error;
      deps.log.error({ station: desired.key, error: error.message }, 'The engine does not take this station.');
    }
  };

  const round = async (): Promise<void> => {
    const keys = [...dirty].slice(0, perRound);
    for (const key of keys) dirty.delete(key);
    try {
      const results = await Promise.allSettled((await desiredStations(deps.db, keys)).map(sendOrKeep));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      pauseMs = 0;
    } catch (error) {
      for (const key of keys) dirty.add(key);
      pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2));
      deps.log.warn(
        { stations: dirty.size, error: String(error) },
        'Stations could not be brought to the engine; they are tried again.',
      );
    }
  };

  const flush = async (): Promise<void> => {
    while (dirty.size > 0 && !stopping.signal.aborted) {
      if (pauseMs > 0) await pause(pauseMs, stopping.signal);
      if (!stopping.signal.aborted) await round();
    }
  };

  const wake = (): void => {
    isFlushing ??= flush().finally(() => {
      isFlushing = undefined;
      if (dirty.size > 0 && !stopping.signal.aborted) wake();
    });
  };

  return {
    changed: (key) => {
      dirty.add(key);
      wake();
    },
    kick: (key) => {
      toKick.add(key);
      dirty.add(key);
      wake();
    },
    push: async (key, withinMs, also) => {
      const signal = AbortSignal.timeout(withinMs);
      try {
        for (const desired of await desiredStations(deps.db, [key])) await sendInTurn(desired, signal);
        if (also === 'restart') await deps.engine.restart(key, signal);
        return await deps.engine.state(key, signal);
      } catch (error) {
        dirty.add(key);
        wake();
        throw error;
      }
    },
    sync: async () => {
      syncing = compare(deps, sent).then((keys) => {
        for (const key of keys) dirty.add(key);
      });
      await syncing;
      pauseMs = 0;
      wake();
    },
    stop: async () => {
      stopping.abort();
      await isFlushing;
    },
  };
};

/**
 * The stations the engine has to be sent. It removes those it wasn't asked about, so what was created in
 * the meantime is looked up and sent as well.
 */
const compare = async (
  deps: { db: Db; engine: EngineClient },
  sent: Map<StationKey, number>,
): Promise<StationKey[]> => {
  const stations = await everyRevision(deps.db);
  const { send, removed } = await deps.engine.sync({ stations });
  // What was sent before counts no more: the database, or the engine's memory, may be an older one now.
  sent.clear();
  return [...send, ...removed];
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
