import type { StationState } from '#contract/engine.ts';
import type { StationKey } from '#contract/keys.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { createEngineClient } from './engine-client.ts';
import { followEngine, type Heard } from './engine-events.ts';
import { createEngineLink, type EngineLink } from './engine-link.ts';
import { tellHub } from './engine-states.ts';
import { mediaPaths } from './media-paths.ts';

export type { EngineLink } from './engine-link.ts';

/** The link with its life: nothing is compared and nothing heard before `start`. */
export type EngineTie = EngineLink & {
  start(): void;
  /** Tells also this listener what the engine says, from `start` on. */
  hear(listener: Heard): void;
};

const syncEveryMs = 60_000;
const againMs = 2000;

/**
 * Ties the portal to its engine: what changes is sent there, all stations are compared at every connection and
 * each minute, and what the engine says goes to the hub. The engine need not be there. Start it in
 * every process that serves browsers or tells the outbox; two of them do no harm to each other.
 */
export const tieEngine = (
  kernel: Pick<Kernel, 'db' | 'config' | 'events' | 'log' | 'storage'>,
  live: LiveHub,
): EngineTie => {
  const engine = createEngineClient(kernel.config.engineUrl, kernel.config.engineToken);
  const media = mediaPaths(kernel, mediaFolder(kernel.config));
  const link = createEngineLink({ db: kernel.db, media, engine, log: kernel.log });
  const hub = tellHub(live);
  const listeners: Heard[] = [hub];
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let following: Promise<void> | undefined;

  const compare = async (): Promise<void> => {
    clearTimeout(again);
    try {
      await link.sync();
    } catch (error) {
      kernel.log.warn({ error: String(error) }, 'The stations could not be compared with the engine.');
      if (!stopping.signal.aborted) again = setTimeout(() => void compare(), againMs);
    }
  };
  const connected = () => {
    for (const one of listeners) one.connected();
    void compare();
  };
  const state = (told: StationState): void => listeners.forEach((one) => one.state(told));
  const lost = (): void => listeners.forEach((one) => one.lost());
  kernel.events.on('station.changed', (payload) => {
    link.changed(payload['key'] as StationKey);
    return Promise.resolve();
  });

  return {
    ...link,
    hear: (listener) => void listeners.push(listener),
    start: () => {
      timer = setInterval(() => void compare(), syncEveryMs);
      following = followEngine(engine, { connected, state, lost }, stopping.signal);
    },
    push: async (key, withinMs, also) => {
      const told = await link.push(key, withinMs, also);
      state(told);
      return told;
    },
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      clearTimeout(again);
      hub.stop();
      await Promise.all([following, link.stop()]);
    },
  };
};
