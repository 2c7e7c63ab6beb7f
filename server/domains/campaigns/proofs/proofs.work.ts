import type { Kernel } from '#server/kernel/kernel.ts';
import { adEngine } from '../plan/ad-engine.ts';
import { collectProofs, forgetProofs } from './collect-proofs.ts';

const everyMinute = '* * * * *';
const everyHour = '51 * * * *';

/** Fetches the engine's recordings of what was heard each minute, and removes outdated ones hourly. */
export const workProofs = async (kernel: Kernel): Promise<void> => {
  const { jobs, config, log } = kernel;
  const engine = adEngine(config.engineUrl, config.engineToken);
  await jobs.every('campaigns.collectProofs', everyMinute, async () => {
    await collectProofs(kernel, engine).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'could not fetch recordings of spots; the engine keeps them'),
    );
  });
  await jobs.every('campaigns.forgetProofs', everyHour, () => forgetProofs(kernel));
};
