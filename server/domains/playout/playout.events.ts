import type { Brand } from '#contract/rules/brand.ts';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { createEngineClient } from './engine-client.ts';
import { followEngine, type EngineListener } from './engine-events.ts';
import { createEngineSync, type EngineSync } from './engine-sync.ts';
import { publishStates } from './publish-states.ts';
import { engineMedia } from './media-paths.ts';

export type { EngineSync } from './engine-sync.ts';

/** The connection to the engine; it compares and receives nothing before `start`. */
export type EngineConnection = EngineSync & {
  start(): void;
  /** Passes the engine's events to this listener too, from `start` on. */
  subscribe(listener: EngineListener): void;
};

const syncEveryMs = 60_000;
const retryMs = 2000;

/**
 * Connects the portal to its engine: sends changes, compares all stations at every connection and each minute, and
 * publishes the engine's states to the hub. Works while the engine is offline. Start it in every process that serves
 * browsers or delivers the outbox; several processes don't conflict.
 */
export const connectEngine = (
  kernel: Pick<Kernel, 'db' | 'config' | 'events' | 'log' | 'storage'>,
  live: LiveHub,
  brand: Pick<Brand, 'name'>,
): EngineConnection => {
  const engine = createEngineClient(kernel.config.engineUrl, kernel.config.engineToken);
  const media = engineMedia(kernel, mediaFolder(kernel.config));
  const link = createEngineSync({ db: kernel.db, media, engine, log: kernel.log, product: brand.name });
  const hub = publishStates(live);
  const listeners: EngineListener[] = [hub];
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let following: Promise<void> | undefined;

  const compare = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      await link.sync();
    } catch (error) {
      kernel.log.warn({ error: String(error) }, 'could not compare stations with the engine, will retry');
      if (!stopping.signal.aborted) retry = setTimeout(() => void compare(), retryMs);
    }
  };
  const connected = () => {
    for (const listener of listeners) listener.connected();
    void compare();
  };
  const state = (next: StationState): void => listeners.forEach((listener) => listener.state(next));
  const lost = (): void => listeners.forEach((listener) => listener.lost());
  kernel.events.on('station.changed', (payload) => {
    link.changed(payload['key'] as StationKey);
    return Promise.resolve();
  });

  return {
    ...link,
    subscribe: (listener) => void listeners.push(listener),
    start: () => {
      timer = setInterval(() => void compare(), syncEveryMs);
      following = followEngine(engine, { connected, state, lost }, stopping.signal);
    },
    push: async (key, withinMs, also) => {
      const result = await link.push(key, withinMs, also);
      state(result);
      return result;
    },
    command: async (key, command, withinMs) => {
      const result = await link.command(key, command, withinMs);
      if (typeof result !== 'string') state(result);
      return result;
    },
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      clearTimeout(retry);
      hub.stop();
      await Promise.all([following, link.stop()]);
    },
  };
};
