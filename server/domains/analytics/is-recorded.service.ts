import type { EngineEvent } from '#contract/engine/engine.ts';
import type { EngineSessions, FleetSessions } from './engine-sessions.ts';

export type { FleetSessions } from './engine-sessions.ts';

/** The last slices of a period are cut at its end, and arrive within a minute. */
const settleMs = 15 * 60_000;
/** An engine that is gone for good sends nothing more. */
const giveUpMs = 3 * 86_400_000;

/**
 * Whether all engines have delivered every session and spot that began before a time. Reads the next batch of each without
 * acknowledging it.
 */
export const isRecorded = async (
  { spools }: Pick<FleetSessions, 'spools'>,
  end: number,
  now: number,
): Promise<boolean> => {
  if (now < end + settleMs) return false;
  if (now > end + giveUpMs) return true;
  return (await Promise.all(spools.map(({ engine }) => hasDelivered(engine, end)))).every(Boolean);
};

const hasDelivered = async (engine: EngineSessions, end: number): Promise<boolean> => {
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
