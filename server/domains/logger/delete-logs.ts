import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { logEngine } from './log-engine.ts';

/**
 * Deletes the recordings of purged stations. If the engine is offline, they remain there until their retention period
 * is over.
 */
export const deleteLogs = async (
  { fleet, log }: Pick<Kernel, 'fleet' | 'log'>,
  stations: readonly StationKey[],
): Promise<void> => {
  const engine = logEngine(fleet);
  try {
    for (const key of stations) await engine.clear(key);
  } catch (error) {
    log.warn({ error: String(error) }, 'could not delete the recordings of a purged station');
  }
};
