import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import type { EngineSync } from './engine-sync.ts';

const engineMs = 3000;

/** Has the engine drop stations that are removed for good. One that is away drops them when all stations are compared again. */
export const subscribePurged = (kernel: Pick<Kernel, 'hooks' | 'log'>, engine: Pick<EngineSync, 'deliver'>): void =>
  kernel.hooks.on('station.purged', async ({ stations }) => {
    try {
      for (const key of stations) await engine.deliver(key, engineMs);
    } catch (error) {
      kernel.log.warn({ error: String(error) }, 'the engine could not be told of a deleted station');
    }
  });
