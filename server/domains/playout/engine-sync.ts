import type { Logger } from 'pino';
import type { AirRefusal } from '#contract/engine/engine-air.ts';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { DesiredDeps } from './desired-autodj.ts';
import { EngineRefusal, type AirCommand, type EngineClient } from './engine-client.ts';
import { createEngineSender, type EngineSender, type ReadStation } from './engine-sender.ts';
import { createRetryQueue, longestPauseMs } from './retry-queue.ts';

/** Syncs an engine to the desired state of its stations in the database, retrying until it succeeds. */
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

type Deps = DesiredDeps & {
  engine: EngineClient;
  /** Whose stations the engine has; undefined: all, as there is no other engine. */
  node: string | undefined;
  log: Logger;
  /** What the engine calls itself. */
  product: string;
};

/** The sending half of the connection; what `push` fails to send is queued. */
export const createEngineSync = (deps: Deps): EngineSync => {
  const sender = createEngineSender(deps);
  const queue = createRetryQueue({
    // A station that the engine refuses is sent again only after its next change.
    send: async (keys, signal) => await sendAll(deps, sender, await sender.read(keys), signal),
    failed: 'could not send stations to the engine',
    log: deps.log,
  });
  return {
    changed: (key) => queue.add([key]),
    kick: (key) => {
      sender.kickAfterNextRead(key);
      queue.add([key]);
    },
    deliver: async (key, withinMs) => {
      const signal = AbortSignal.timeout(withinMs);
      for (const desired of await sender.read([key])) await sender.send(desired, signal);
    },
    push: async (key, withinMs, also) => {
      const signal = AbortSignal.timeout(withinMs);
      try {
        for (const desired of await sender.read([key])) await sender.send(desired, signal);
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

const sendAll = async (deps: Deps, sender: EngineSender, all: ReadStation[], stopping: AbortSignal): Promise<void> => {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(longestPauseMs)]);
  const results = await Promise.allSettled(all.map((desired) => sender.send(desired, signal)));
  results.forEach((result, i) => {
    if (result.status === 'fulfilled') return;
    const error: unknown = result.reason;
    if (!(error instanceof EngineRefusal) || error.status >= 500) throw error;
    deps.log.error({ station: all[i]?.key, error: error.message }, 'the engine rejected this station');
  });
};
