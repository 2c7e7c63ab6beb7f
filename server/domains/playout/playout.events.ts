import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { EngineListener } from './engine-events.ts';
import { createEngineLink, type EngineLink } from './engine-link.ts';
import type { EngineSync } from './engine-sync.ts';
import { engineMedia } from './media-paths.ts';
import { mergeEngines } from './merge-engines.ts';
import { createPositions } from './positions.ts';
import { publishStates } from './publish-states.ts';
import { createRetryQueue } from './retry-queue.ts';

export type { EngineSync } from './engine-sync.ts';

/** The connection to all engines; it compares and receives nothing before `start`. */
export type EngineConnection = EngineSync & {
  start(): void;
  /** Passes the engines' events to this listener too, from `start` on. */
  subscribe(listener: EngineListener): void;
  /** Stations have moved: sends each to its engine, and takes it from the one that had it. */
  moved(moves: readonly { key: StationKey; from: string | null; to: string }[]): void;
  /** Where a station's Auto DJ was at most ten seconds ago; only of several engines. */
  positionOf(key: StationKey): AutoDjPosition | undefined;
};

/** A former engine plays on while edges move listeners to the new one; the higher epoch counts meanwhile. */
const letGoMs = 3000;

/**
 * Connects the portal to its engines: each gets the stations that are placed on it, and their states are published to the
 * hub. Works while engines are offline. Start it in every process that serves browsers or delivers the outbox; several
 * processes don't conflict.
 */
export const connectEngine = (
  kernel: Pick<Kernel, 'db' | 'config' | 'events' | 'log' | 'storage' | 'fleet'>,
  live: LiveHub,
  brand: Pick<Brand, 'name'>,
): EngineConnection => {
  const { db, log, fleet } = kernel;
  const media = engineMedia(kernel, mediaFolder(kernel.config));
  const hub = publishStates(live);
  const positions = createPositions();
  const listeners: EngineListener[] = [hub, positions.listener];
  const merged = mergeEngines(
    fleet.engines.map(({ id }) => id),
    listeners,
  );
  const isOnly = fleet.engines.length === 1;
  const links = new Map(
    fleet.engines.map((node) => {
      const at = { node, isOnly, ready: fleet.ready, listener: merged.listenerOf(node.id) };
      return [node.id, createEngineLink({ db, media, log, product: brand.name }, at)];
    }),
  );
  const every = [...links.values()];
  const lettingGo = new Set<NodeJS.Timeout>();
  const letGoLater = (key: StationKey, from: string): void => {
    const timer = setTimeout(() => {
      lettingGo.delete(timer);
      links.get(from)?.changed(key);
    }, letGoMs);
    lettingGo.add(timer);
  };
  const ownerOf = async (key: StationKey): Promise<[string, EngineLink]> => {
    const { id } = await fleet.ownerOf(key);
    return [id, links.get(id)!];
  };
  /** Finds the engines of changed stations, which takes a question to the database. */
  const routing = createRetryQueue({
    send: async (keys) => {
      for (const [key, { id }] of await fleet.ownersOf(keys)) links.get(id)?.changed(key);
    },
    failed: 'could not find the engines of stations',
    log,
  });
  const changed = (key: StationKey): void => (isOnly ? every[0]!.changed(key) : routing.add([key]));
  kernel.events.on('station.changed', (payload) => {
    changed(payload['key'] as StationKey);
    return Promise.resolve();
  });

  return {
    changed,
    kick: (key) => {
      if (isOnly) return every[0]!.kick(key);
      ownerOf(key).then(
        ([, link]) => link.kick(key),
        (error: unknown) => log.warn({ station: key, error: String(error) }, 'could not disconnect an encoder'),
      );
    },
    deliver: async (key, withinMs) => await (await ownerOf(key))[1].deliver(key, withinMs),
    push: async (key, withinMs, also) => {
      const [id, link] = await ownerOf(key);
      const result = await link.push(key, withinMs, also);
      merged.listenerOf(id).state(result);
      return result;
    },
    command: async (key, command, withinMs) => {
      const [id, link] = await ownerOf(key);
      const result = await link.command(key, command, withinMs);
      if (typeof result !== 'string') merged.listenerOf(id).state(result);
      return result;
    },
    sync: async () => {
      await fleet.ready();
      await Promise.all(every.map((link) => link.sync()));
    },
    moved: (moves) => {
      for (const { key, from, to } of moves) {
        links.get(to)?.changed(key);
        if (from !== null) letGoLater(key, from);
      }
    },
    positionOf: positions.of,
    subscribe: (listener) => void listeners.push(listener),
    start: () => every.forEach((link) => link.start()),
    stop: async () => {
      for (const timer of lettingGo) clearTimeout(timer);
      hub.stop();
      merged.stop();
      await Promise.all([...every.map((link) => link.stop()), routing.stop()]);
    },
  };
};
