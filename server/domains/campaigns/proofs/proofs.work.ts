import type { Kernel } from '#server/kernel/kernel.ts';
import { adEngineOf } from '../plan/ad-engine.ts';
import { collectProofs, forgetProofs } from './collect-proofs.ts';

const everyMinute = '* * * * *';
const everyHour = '51 * * * *';

/** Fetches the engines' recordings of what was heard each minute, and removes outdated ones hourly. */
export const workProofs = async (kernel: Kernel): Promise<void> => {
  const { jobs, fleet, log } = kernel;
  const engines = fleet.engines.map(adEngineOf);
  await jobs.every('campaigns.collectProofs', everyMinute, async () => {
    for (const engine of engines)
      await collectProofs(kernel, engine).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'could not fetch recordings of spots; the engine keeps them'),
      );
  });
  await jobs.every('campaigns.forgetProofs', everyHour, () => forgetProofs(kernel));
};
