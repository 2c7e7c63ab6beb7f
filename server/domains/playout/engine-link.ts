import type { Logger } from 'pino';
import type { StationState } from '#contract/engine.ts';
import type { StationKey } from '#contract/keys.ts';
import { desiredStations, type Desired } from './desired.ts';
import type { DesiredFrom } from './desired-autodj.ts';
import { EngineRefusal, type EngineClient } from './engine-client.ts';
import { createEngineSender, type EngineSender } from './engine-sender.ts';
import { pause } from './pause.ts';
import { createRests } from './rests.ts';

/** Brings the engine to what the database says, as long as it takes. */
export type EngineLink = {
  /** The station is to be sent again; returns at once and is tried until the engine has it. */
  changed(key: StationKey): void;
  /** Lets the station's encoder go, once the engine has its newest document. */
  kick(key: StationKey): void;
  /** Sends the station now, also that it is gone; throws where the engine can't be reached in `withinMs`. */
  deliver(key: StationKey, withinMs: number): Promise<void>;
  /** Sends the station now and tells how it then is; throws where the engine can't be reached in `withinMs`. */
  push(key: StationKey, withinMs: number, also?: 'restart'): Promise<StationState>;
  /** Compares every station's revision with the engine's, and sends what it lacks. */
  sync(): Promise<void>;
  stop(): Promise<void>;
};

type Deps = DesiredFrom & { engine: EngineClient; log: Logger };

const perRound = 25;
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** The sending half of the link: what `push` could not send now stays with what has changed. */
export const createEngineLink = (deps: Deps): EngineLink => {
  const sender = createEngineSender(deps);
  const queue = createQueue(deps, sender);
  return {
    changed: (key) => queue.add([key]),
    kick: (key) => {
      sender.kickWithNext(key);
      queue.add([key]);
    },
    deliver: async (key, withinMs) => {
      const signal = AbortSignal.timeout(withinMs);
      for (const desired of await desiredStations(deps, [key])) await sender.send(desired, signal);
    },
    push: async (key, withinMs, also) => {
      const signal = AbortSignal.timeout(withinMs);
      try {
        for (const desired of await desiredStations(deps, [key])) await sender.send(desired, signal);
        if (also === 'restart') await deps.engine.restart(key, signal);
        return await deps.engine.state(key, signal);
      } catch (error) {
        queue.add([key]);
        throw error;
      }
    },
    sync: async () => {
      queue.add(await sender.compare());
      queue.hurry();
    },
    stop: () => queue.stop(),
  };
};

/**
 * What has changed, sent in rounds of 25 stations; while the engine is away rounds are tried again after 0.25 s, 0.5 s,
 * … 10 s. A station that changes again and again is sent after a rest. A station that the engine refuses is not tried again before its next change.
 */
const createQueue = (deps: Deps, sender: EngineSender) => {
  const changed = new Set<StationKey>();
  const stopping = new AbortController();
  let waiting = new AbortController();
  let pauseMs = 0;
  let working: Promise<void> | undefined;

  const rests = createRests(() => {
    if (due().length > 0 && !stopping.signal.aborted) start();
  });
  const due = (): StationKey[] => [...changed].filter((key) => !rests.isResting(key));

  const round = async (): Promise<void> => {
    const keys = due().slice(0, perRound);
    const began = performance.now();
    for (const key of keys) changed.delete(key);
    try {
      await sendAll(deps, sender, await desiredStations(deps, keys), stopping.signal);
      rests.begin(keys, performance.now() - began);
      pauseMs = 0;
    } catch (error) {
      for (const key of keys) changed.add(key);
      pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2));
      deps.log.warn({ stations: changed.size, error: String(error) }, 'stations could not be brought to the engine');
    }
  };
  const work = async (): Promise<void> => {
    while (due().length > 0 && !stopping.signal.aborted) {
      if (pauseMs > 0) await pause(pauseMs, AbortSignal.any([stopping.signal, waiting.signal]));
      if (!stopping.signal.aborted) await round();
    }
  };
  const start = (): void => {
    // Begins in a later microtask, so that `working` is set before it can be over.
    working ??= Promise.resolve()
      .then(work)
      .finally(() => {
        working = undefined;
        if (due().length > 0 && !stopping.signal.aborted) start();
      });
  };

  return {
    add: (keys: StationKey[]) => {
      for (const key of keys) changed.add(key);
      start();
    },
    /** The engine is back: no more waiting. */
    hurry: () => {
      pauseMs = 0;
      waiting.abort();
      waiting = new AbortController();
    },
    stop: async () => {
      stopping.abort();
      rests.stop();
      await working;
    },
  };
};

const sendAll = async (deps: Deps, sender: EngineSender, all: Desired[], stopping: AbortSignal): Promise<void> => {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(longestPauseMs)]);
  const results = await Promise.allSettled(all.map((desired) => sender.send(desired, signal)));
  results.forEach((result, i) => {
    if (result.status === 'fulfilled') return;
    const error: unknown = result.reason;
    if (!(error instanceof EngineRefusal) || error.status >= 500) throw error;
    deps.log.error({ station: all[i]?.key, error: error.message }, 'the engine does not take this station');
  });
};
