import type { Listener } from '#contract/engine/engine.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';
import { followListeners } from './follow-listeners.ts';

export type ArrivalHandlers = {
  /** All listeners who are connected; others have left. */
  here(listeners: readonly Listener[]): void;
  opened(listeners: readonly Listener[]): void;
  closed(sessions: readonly string[]): void;
};

/**
 * Follows who connects to the engines' stations and leaves, with their addresses, until the signal. All are reported
 * again after each interruption; the handlers keep what they need in memory.
 */
export const followArrivals = async (
  { engines }: Pick<Fleet, 'engines'>,
  { here, opened, closed }: ArrivalHandlers,
  signal: AbortSignal,
): Promise<void> => {
  if (engines.length === 1) return await followEngine(engines[0], { here, opened, closed }, signal);
  // After an interruption of one engine, the listeners of the others are still here.
  const connected = engines.map(() => new Map<string, Listener>());
  const followOne = (node: EngineNode, own: Map<string, Listener>): Promise<void> =>
    followEngine(
      node,
      {
        here(listeners) {
          own.clear();
          for (const one of listeners) own.set(one.session, one);
          here(connected.flatMap((all) => [...all.values()]));
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
  await Promise.all(engines.map((node, at) => followOne(node, connected[at]!)));
};

const followEngine = async (
  node: EngineNode,
  { here, opened, closed }: ArrivalHandlers,
  signal: AbortSignal,
): Promise<void> => {
  let snapshot: Listener[] | undefined;
  const handlers = {
    connected: () => void (snapshot = []),
    snapshot: (sessions: Listener[]) => Promise.resolve(void snapshot?.push(...sessions)),
    snapshotComplete: () => {
      here(snapshot ?? []);
      snapshot = undefined;
    },
    changed: (moved: { opened: Listener[]; closed: string[] }) => {
      if (snapshot) {
        const gone = new Set(moved.closed);
        snapshot = [...snapshot, ...moved.opened].filter(({ session }) => !gone.has(session));
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
