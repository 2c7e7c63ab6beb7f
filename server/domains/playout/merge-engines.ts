import type { StationPositions } from '#contract/engine/autodj-position.ts';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineListener } from './engine-events.ts';

/** An engine restart takes at most 2 s; shorter outages are not reported. */
const gracePeriodMs = 3000;

type Positions = StationPositions['positions'];
type Known = { engine: string; state: StationState };

/**
 * One stream of states from several engines. Of two that have the same station, as while it moves, the one with the higher
 * epoch counts. Listeners hear that the connection is lost once that is so of all engines; of one, its stations are reported
 * as starting after 3 s, until another has them.
 */
export const mergeEngines = (engines: readonly string[], listeners: readonly EngineListener[]) => {
  const latest = new Map<StationKey, Known>();
  const lost = new Set(engines);
  const timers = new Map<string, NodeJS.Timeout>();
  const publish = (state: StationState): void => listeners.forEach((listener) => listener.state(state));
  const statesOf = (isMeant: (engine: string) => boolean): StationState[] =>
    [...latest.values()].filter(({ engine }) => isMeant(engine)).map(({ state }) => state);
  const cancel = (engine: string): void => {
    clearTimeout(timers.get(engine));
    timers.delete(engine);
  };

  return {
    /** What to do with the events of one engine. */
    listenerOf: (engine: string): EngineListener => ({
      connected() {
        lost.delete(engine);
        cancel(engine);
        for (const [key, known] of latest) if (known.engine === engine) latest.delete(key);
        for (const listener of listeners) listener.connected();
        // A listener forgets all stations when an engine connects, and that one sends only its own.
        for (const state of statesOf(() => true)) publish(state);
      },
      state(state) {
        const known = latest.get(state.key);
        if (known && known.engine !== engine && (state.epoch ?? 0) < (known.state.epoch ?? 0)) return;
        latest.set(state.key, { engine, state });
        publish(state);
      },
      // Of one engine no station moves.
      ...(engines.length > 1 && {
        positions(all: Positions) {
          const own = all.filter(({ station }) => latest.get(station)?.engine === engine);
          for (const listener of listeners) listener.positions?.(own);
        },
      }),
      lost() {
        lost.add(engine);
        if (lost.size === engines.length) return listeners.forEach((listener) => listener.lost());
        if (timers.has(engine)) return;
        const report = (): void => {
          for (const state of statesOf((other) => other === engine)) {
            latest.set(state.key, { engine, state: starting(state) });
            publish(starting(state));
          }
        };
        timers.set(engine, setTimeout(report, gracePeriodMs));
      },
    }),
    stop: () => engines.forEach(cancel),
  };
};

/** What is known of a station whose engine can't be reached. */
const starting = ({ key, revision, epoch, status }: StationState): StationState => ({
  ...{ key, revision, epoch, encoder: null, title: '', track: null, track_started: null, listeners: 0, clock_ms: 0 },
  status: status === 'inactive' ? 'inactive' : 'starting',
  source: 'none',
});
