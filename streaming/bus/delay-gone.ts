import type { Bus } from './batch.ts';

export type DelayedGone = Pick<Bus, 'publish'> & {
  /** Whether its engine no longer has the station, which is not published yet. */
  isLeaving(station: string): boolean;
  stop(): void;
};

/** A station that its engine no longer has may be on its way to another one, which has yet to begin. */
const movingMs = 10_000;

/**
 * Publishes an engine's messages on `bus`, but only later that a station has gone, and not at all if it is back by then: its listeners wait for
 * the engine that has it next. `leaving` is called at once.
 */
export const delayGone = (bus: Pick<Bus, 'publish'>, leaving: (station: string) => void): DelayedGone => {
  const timers = new Map<string, NodeJS.Timeout>();
  const forget = (station: string): void => {
    clearTimeout(timers.get(station));
    timers.delete(station);
  };
  return {
    publish(message) {
      if (message.type === 'head') forget(message.head.station);
      if (message.type !== 'gone') return bus.publish(message);
      const { station } = message;
      if (timers.has(station)) return;
      const publish = (): void => {
        timers.delete(station);
        bus.publish(message);
      };
      timers.set(station, setTimeout(publish, movingMs).unref());
      leaving(station);
    },
    isLeaving: (station) => timers.has(station),
    stop: () => [...timers.keys()].forEach(forget),
  };
};
