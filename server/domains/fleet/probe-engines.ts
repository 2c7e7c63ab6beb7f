import { setTimeout as pause } from 'node:timers/promises';
import type { EngineNode } from '#server/kernel/fleet.ts';
import { hasAnswered, isReachedBy } from './engine-probe.ts';

const everyMs = 500;
/** So many probes in a row by which nobody reached it, and the engine counts as down: 2 s. */
const missesAtMost = 4;
/** So many answers in a row, and one that did not answer counts as up. */
const answersAtLeast = 2;

/** `cutOff`: this process doesn't reach it, but another engine does. */
export type EngineState = 'up' | 'cutOff' | 'down';
export type Health = { state: EngineState; misses: number; answers: number };

/** Who reached an engine in one round: this process, another engine, nobody. */
export type Reached = 'directly' | 'by a peer' | 'not';

/** What an engine is after one more round. Down stays down while only a peer reaches it: its stations are elsewhere. */
export const afterProbe = ({ state, ...before }: Health, reached: Reached): Health => {
  const misses = reached === 'not' ? before.misses + 1 : 0;
  const answers = reached === 'directly' ? before.answers + 1 : 0;
  const next = (now: EngineState): Health => ({ state: now, misses, answers });
  if (state !== 'up' && answers >= answersAtLeast) return next('up');
  if (state !== 'down' && misses >= missesAtMost) return next('down');
  return next(state === 'up' && reached === 'by a peer' ? 'cutOff' : state);
};

/** Whether the other engines are to be asked: ahead of the probe by which it would be down, and as long as it is cut off. */
const isInDoubt = ({ state, misses }: Health): boolean =>
  state === 'cutOff' || (state === 'up' && misses >= missesAtMost - 1);

export type Probes = {
  /** Runs one round: the engines whose state changed. Undefined while none answers: this process is cut off. */
  round(): Promise<Map<string, EngineState> | undefined>;
  stateOf(id: string): EngineState;
  /** Waits until the next round is due. */
  rest(signal: AbortSignal): Promise<void>;
};

/**
 * Asks every engine for its health twice a second, and before one counts as down, the others whether they reach it (ADR 108).
 * `before`: the states that are known.
 */
export const createProbes = (engines: readonly EngineNode[], before: ReadonlyMap<string, EngineState>): Probes => {
  const health = new Map<string, Health>(
    engines.map(({ id }) => [id, { state: before.get(id) ?? 'up', misses: 0, answers: 0 }]),
  );
  let startedAt = performance.now();
  const askPeers = async (engine: EngineNode): Promise<boolean> =>
    await isReachedBy(
      engines.filter(({ id }) => id !== engine.id && health.get(id)!.answers > 0),
      engine,
    );
  return {
    stateOf: (id) => health.get(id)?.state ?? 'down',
    async round() {
      startedAt = performance.now();
      // In doubt, both at once: an engine that is down is found to be so no later.
      const answers = await Promise.all(
        engines.map((engine) =>
          Promise.all([hasAnswered(engine), isInDoubt(health.get(engine.id)!) ? askPeers(engine) : false]),
        ),
      );
      // Cut off from all engines, it knows nothing of any of them: no miss is counted.
      if (!answers.some(([hasReplied]) => hasReplied)) return undefined;
      const changed = new Map<string, EngineState>();
      engines.forEach(({ id }, at) => {
        const [hasReplied, isWitnessed] = answers[at]!;
        const known = health.get(id)!;
        const next = afterProbe(known, hasReplied ? 'directly' : isWitnessed ? 'by a peer' : 'not');
        health.set(id, next);
        if (next.state !== known.state) changed.set(id, next.state);
      });
      return changed;
    },
    rest: async (signal) => {
      const ms = Math.max(0, everyMs - (performance.now() - startedAt));
      await pause(ms, undefined, { signal }).catch(() => undefined);
    },
  };
};
