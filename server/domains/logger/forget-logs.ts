import type { StationKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { logEngine } from './log-engine.ts';

/**
 * Removes what was recorded of stations that are gone for good. An engine that is away keeps it until it is as old as the
 * station's log was to be kept.
 */
export const forgetLogs = async (
  { config, log }: Pick<Kernel, 'config' | 'log'>,
  stations: readonly StationKey[],
): Promise<void> => {
  const engine = logEngine(config);
  try {
    for (const key of stations) await engine.clear(key);
  } catch (error) {
    log.warn({ error: String(error) }, 'what was recorded of a deleted station could not be removed');
  }
};
