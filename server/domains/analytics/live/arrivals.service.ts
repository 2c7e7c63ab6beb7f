import type { Listener } from '#contract/engine/engine.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';
import { followListeners } from './follow-listeners.ts';

export type ArrivalHandlers = {
  /** All listeners who are connected; others have left. */
  connected(listeners: readonly Listener[]): void;
  opened(listeners: readonly Listener[]): void;
  closed(sessions: readonly string[]): void;
};

/**
 * Follows who connects to the engines' stations and leaves, with their addresses, until the signal. All are reported
 * again after each interruption; the handlers keep what they need in memory.
 */
export const followArrivals = async (
  { engines }: Pick<Fleet, 'engines'>,
  { connected, opened, closed }: ArrivalHandlers,
  signal: AbortSignal,
): Promise<void> => {
  if (engines.length === 1) return await followEngine(engines[0], { connected, opened, closed }, signal);
  // After an interruption of one engine, the listeners of the others are still connected.
  const byEngine = engines.map(() => new Map<string, Listener>());
  const followOne = (node: EngineNode, own: Map<string, Listener>): Promise<void> =>
    followEngine(
      node,
      {
        connected(listeners) {
          own.clear();
          for (const one of listeners) own.set(one.session, one);
          connected(byEngine.flatMap((all) => [...all.values()]));
        },
        opened(listeners) {
          for (const one of listeners) own.set(one.session, one);
          opened(listeners);
        },
        closed(sessions) {
          for (const session of sessions) own.delete(session);
          closed(sessions);
        },
      },
      signal,
    );
  await Promise.all(engines.map((node, at) => followOne(node, byEngine[at]!)));
};

const followEngine = async (
  node: EngineNode,
  { connected, opened, closed }: ArrivalHandlers,
  signal: AbortSignal,
): Promise<void> => {
  let snapshot: Listener[] | undefined;
  const handlers = {
    connected: () => void (snapshot = []),
    snapshot: (sessions: Listener[]) => Promise.resolve(void snapshot?.push(...sessions)),
    snapshotComplete: () => {
      connected(snapshot ?? []);
      snapshot = undefined;
    },
    changed: (moved: { opened: Listener[]; closed: string[] }) => {
      if (snapshot) {
        const closed = new Set(moved.closed);
        snapshot = [...snapshot, ...moved.opened].filter(({ session }) => !closed.has(session));
      } else {
        opened(moved.opened);
        closed(moved.closed);
      }
      return Promise.resolve();
    },
    disconnected: () => void (snapshot = undefined),
  };
  await followListeners(node, handlers, signal);
};
