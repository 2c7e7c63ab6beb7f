import type { Logger } from 'pino';
import type { EngineNode } from '#server/kernel/fleet.ts';
import type { DesiredDeps } from './desired-autodj.ts';
import { createEngineClient } from './engine-client.ts';
import { followEngine, type EngineListener } from './engine-events.ts';
import { createEngineSync, type EngineSync } from './engine-sync.ts';

/** The connection to one engine; it compares and receives nothing before `start`. */
export type EngineLink = EngineSync & { start(): void };

const syncEveryMs = 60_000;
const retryMs = 2000;

type Deps = DesiredDeps & { log: Logger; product: string };

type LinkOptions = {
  node: EngineNode;
  isOnly: boolean;
  /** Resolves once it is known which stations are its own. */
  ready(): Promise<void>;
  listener: EngineListener;
};

/**
 * Keeps one engine as it should be: sends changes, and compares all of its stations at every connection and each minute.
 * Works while the engine is offline. `isOnly`: all stations are its own.
 */
export const createEngineLink = (deps: Deps, { node, isOnly, ready, listener }: LinkOptions): EngineLink => {
  const engine = createEngineClient(node);
  const log = isOnly ? deps.log : deps.log.child({ engine: node.id });
  const sync = createEngineSync({ ...deps, log, engine, node: isOnly ? undefined : node.id });
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let following: Promise<void> | undefined;

  const compare = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      await ready();
      await sync.sync();
    } catch (error) {
      log.warn({ error: String(error) }, 'could not compare stations with the engine, will retry');
      if (!stopping.signal.aborted) retry = setTimeout(() => void compare(), retryMs);
    }
  };
  const connected = (): void => {
    listener.connected();
    void compare();
  };
  return {
    ...sync,
    start: () => {
      timer = setInterval(() => void compare(), syncEveryMs);
      following = followEngine(engine, { ...listener, connected }, stopping.signal);
    },
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      clearTimeout(retry);
      await Promise.all([following, sync.stop()]);
    },
  };
};
