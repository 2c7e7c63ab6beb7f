import type { Listener, ListenersMoved } from '#contract/engine.ts';

/** Who came and went, told together a moment later. */
export type Comings = {
  opened(listener: LooseListener): void;
  closed(session: string): void;
  stop(): void;
};

const togetherMs = 100;

/**
 * Tells comings and goings at most ten times a second. A session that is already over is told as ended all the same:
 * whoever reads a list of sessions meanwhile may have seen it.
 */
export function createComings(tell: (moved: ListenersMoved) => void): Comings {
  const opened = new Map<string, LooseListener>();
  const closed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const moved = { opened: [...opened.values()].map(listenerOf), closed: [...closed] };
    opened.clear();
    closed.clear();
    tell(moved);
  };
  const soon = (): void => void (timer ??= setTimeout(flush, togetherMs));
  return {
    opened(listener) {
      opened.set(listener.session, listener);
      soon();
    },
    closed(session) {
      opened.delete(session);
      closed.add(session);
      soon();
    },
    stop: () => clearTimeout(timer),
  };
}

/** What of a session is told to those who follow. */
export function listenerOf({ session, station, started, ip, user_agent, output }: LooseListener): Listener {
  return { session, station, started, ip, user_agent, output } as Listener;
}
type LooseListener = Omit<Listener, 'station'> & { station: string };
