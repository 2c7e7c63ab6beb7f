import type { EngineEvent } from '#contract/engine/engine.ts';
import type { EngineSessions } from './engine-sessions.ts';

export type { EngineSessions } from './engine-sessions.ts';

/** The last slices of a period are cut at its end, and arrive within a minute. */
const settleMs = 15 * 60_000;
/** An engine that is gone for good sends nothing more. */
const giveUpMs = 3 * 86_400_000;

/**
 * Whether the engine has delivered every session and spot that began before a time. Reads its next batch without acknowledging it.
 */
export const isRecorded = async (engine: EngineSessions, end: number, now: number): Promise<boolean> => {
  if (now < end + settleMs) return false;
  if (now > end + giveUpMs) return true;
  try {
    const next = await engine.next(0, AbortSignal.timeout(10_000));
    return next === undefined || next.events.every((event) => startOf(event) >= end);
  } catch {
    return false;
  }
};

const startOf = (event: EngineEvent): number => {
  if (event.type === 'slice') return event.from;
  return event.type === 'spot' ? event.at : Infinity;
};
