import type { Listener, ListenersMoved } from '#contract/engine/engine.ts';

/** Opened and closed sessions, collected and published together. */
export type ListenerChanges = {
  opened(listener: LooseListener): void;
  closed(session: string): void;
  stop(): void;
};

const flushMs = 100;

/**
 * Publishes opened and closed sessions at most ten times a second. A session that was opened and closed in between is
 * still reported as closed: a subscriber may have seen it in the initial list.
 */
export const createListenerChanges = (publish: (moved: ListenersMoved) => void): ListenerChanges => {
  const opened = new Map<string, LooseListener>();
  const closed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const moved = { opened: [...opened.values()].map(listenerOf), closed: [...closed] };
    opened.clear();
    closed.clear();
    publish(moved);
  };
  const scheduleFlush = (): void => void (timer ??= setTimeout(flush, flushMs));
  return {
    opened(listener) {
      opened.set(listener.session, listener);
      scheduleFlush();
    },
    closed(session) {
      opened.delete(session);
      closed.add(session);
      scheduleFlush();
    },
    stop: () => clearTimeout(timer),
  };
};

/** The public fields of a session. */
export const listenerOf = ({ session, station, started, ip, user_agent, referer, output }: LooseListener): Listener =>
  ({ session, station, started, ip, user_agent, referer, output }) as Listener;
type LooseListener = Omit<Listener, 'station'> & { station: string };
