import type { Logger } from 'pino';
import type { AirRefusal } from '#contract/engine/engine-air.ts';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { desiredStations, type Desired } from './desired.ts';
import type { DesiredDeps } from './desired-autodj.ts';
import { EngineRefusal, type AirCommand, type EngineClient } from './engine-client.ts';
import { createEngineSender, type EngineSender } from './engine-sender.ts';
import { pause } from './pause.ts';
import { createCooldowns } from './cooldowns.ts';

/** Syncs the engine to the desired state in the database, retrying until it succeeds. */
export type EngineSync = {
  /** Queues the station to be sent again; returns at once, and retries until the engine has it. */
  changed(key: StationKey): void;
  /** Disconnects the station's encoder once the engine has the newest document. */
  kick(key: StationKey): void;
  /** Sends the station, or its removal, now; throws if the engine can't be reached within `withinMs`. */
  deliver(key: StationKey, withinMs: number): Promise<void>;
  /** Sends the station now and returns its resulting state; throws if the engine can't be reached within `withinMs`. */
  push(key: StationKey, withinMs: number, also?: 'restart'): Promise<StationState>;
  /** Carries out a command of a person now; throws if the engine can't be reached within `withinMs`. */
  command(key: StationKey, command: AirCommand, withinMs: number): Promise<StationState | AirRefusal>;
  /** Compares all revisions with the engine's and sends the stations that differ. */
  sync(): Promise<void>;
  stop(): Promise<void>;
};

/** `product`: what the engine calls itself. */
type Deps = DesiredDeps & { engine: EngineClient; log: Logger; product: string };

const perRound = 25;
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** The sending half of the connection; what `push` fails to send is queued. */
export const createEngineSync = (deps: Deps): EngineSync => {
  const sender = createEngineSender(deps);
  const queue = createQueue(deps, sender);
  return {
    changed: (key) => queue.add([key]),
    kick: (key) => {
      sender.kickOnNextSend(key);
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
    command: (key, command, withinMs) => deps.engine.command(key, command, AbortSignal.timeout(withinMs)),
    sync: async () => {
      queue.add(await sender.compare());
      queue.hurry();
    },
    stop: () => queue.stop(),
  };
};

/**
 * Queue of changed stations, sent in rounds of 25; while the engine is offline, rounds are retried after 0.25 s,
 * 0.5 s, … 10 s. A station that changes repeatedly is sent again after a cool-down. One that the engine refuses is
 * retried only after its next change.
 */
const createQueue = (deps: Deps, sender: EngineSender) => {
  const changed = new Set<StationKey>();
  const stopping = new AbortController();
  let waiting = new AbortController();
  let pauseMs = 0;
  let working: Promise<void> | undefined;

  const cooldowns = createCooldowns(() => {
    if (due().length > 0 && !stopping.signal.aborted) start();
  });
  const due = (): StationKey[] => [...changed].filter((key) => !cooldowns.isResting(key));

  const round = async (): Promise<void> => {
    const keys = due().slice(0, perRound);
    const startedAt = performance.now();
    for (const key of keys) changed.delete(key);
    try {
      await sendAll(deps, sender, await desiredStations(deps, keys), stopping.signal);
      cooldowns.begin(keys, performance.now() - startedAt);
      pauseMs = 0;
    } catch (error) {
      for (const key of keys) changed.add(key);
      pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2));
      deps.log.warn({ stations: changed.size, error: String(error) }, 'could not send stations to the engine');
    }
  };
  const work = async (): Promise<void> => {
    while (due().length > 0 && !stopping.signal.aborted) {
      if (pauseMs > 0) await pause(pauseMs, AbortSignal.any([stopping.signal, waiting.signal]));
      if (!stopping.signal.aborted) await round();
    }
  };
  const start = (): void => {
    // Starts in a later microtask, so that `working` is set before the work can finish.
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
    /** The engine is back online: ends the current wait. */
    hurry: () => {
      pauseMs = 0;
      waiting.abort();
      waiting = new AbortController();
    },
    stop: async () => {
      stopping.abort();
      cooldowns.stop();
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
    deps.log.error({ station: all[i]?.key, error: error.message }, 'the engine rejected this station');
  });
};
