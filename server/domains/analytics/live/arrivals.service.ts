import type { Listener } from '#contract/engine/engine.ts';
import type { Config } from '#server/kernel/config.ts';
import { followListeners } from './follow-listeners.ts';

export type ArrivalHandlers = {
  /** All listeners who are connected; others have left. */
  here(listeners: readonly Listener[]): void;
  opened(listeners: readonly Listener[]): void;
  closed(sessions: readonly string[]): void;
};

/**
 * Follows who connects to the engine's stations and leaves, with their addresses, until the signal. All are reported
 * again after each interruption; the handlers keep what they need in memory.
 */
export const followArrivals = async (
  { engineUrl, engineToken }: Pick<Config, 'engineUrl' | 'engineToken'>,
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
  await followListeners({ url: engineUrl, token: engineToken }, handlers, signal);
};
