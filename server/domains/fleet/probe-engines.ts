import { setTimeout as pause } from 'node:timers/promises';
import { NodeInfo } from '#contract/engine/engine-node.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import * as z from 'zod/mini';

const everyMs = 500;
/** So many probes without an answer in a row, and the engine counts as down: 2 s. */
const missesAtMost = 4;
/** So many answers in a row, and one that was down counts as up. */
const answersAtLeast = 2;

export type Health = { isUp: boolean; misses: number; answers: number };

/** What an engine is after one more probe. */
export const afterProbe = ({ isUp, misses, answers }: Health, hasAnswered: boolean): Health => {
  const next = hasAnswered ? { misses: 0, answers: answers + 1 } : { misses: misses + 1, answers: 0 };
  return { ...next, isUp: isUp ? next.misses < missesAtMost : next.answers >= answersAtLeast };
};

export type Probes = {
  /** Runs one round: what changed, as engine → whether it is up. Undefined while none answers: this process is cut off. */
  round(): Promise<Map<string, boolean> | undefined>;
  isUp(id: string): boolean;
  /** Waits until the next round is due. */
  rest(signal: AbortSignal): Promise<void>;
};

/** Asks every engine for its health twice a second. `before`: those known to be down. */
export const createProbes = (engines: readonly EngineNode[], before: ReadonlySet<string>): Probes => {
  const health = new Map<string, Health>(
    engines.map(({ id }) => [id, { isUp: !before.has(id), misses: 0, answers: 0 }]),
  );
  let startedAt = performance.now();
  return {
    isUp: (id) => health.get(id)?.isUp ?? false,
    async round() {
      startedAt = performance.now();
      const answers = await Promise.all(engines.map(hasAnswered));
      // Cut off from all engines, it knows nothing of any of them: no miss is counted.
      if (!answers.includes(true)) return undefined;
      const changed = new Map<string, boolean>();
      engines.forEach(({ id }, at) => {
        const [known, next] = [health.get(id)!, afterProbe(health.get(id)!, answers[at]!)];
        health.set(id, next);
        if (next.isUp !== known.isUp) changed.set(id, next.isUp);
      });
      return changed;
    },
    rest: async (signal) => {
      const ms = Math.max(0, everyMs - (performance.now() - startedAt));
      await pause(ms, undefined, { signal }).catch(() => undefined);
    },
  };
};

const hasAnswered = async ({ url }: EngineNode): Promise<boolean> => {
  try {
    const reply = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(everyMs) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
};

/** What the engine says of itself. */
export const nodeInfo = async ({ url, token }: EngineNode, signal: AbortSignal): Promise<NodeInfo> => {
  const reply = await fetch(new URL('/node', url), { headers: { authorization: `Bearer ${token}` }, signal });
  if (!reply.ok) throw new Error(`The engine answered ${reply.status} to /node.`);
  return z.parse(NodeInfo, await reply.json());
};
