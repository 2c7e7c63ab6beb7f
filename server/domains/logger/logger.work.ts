import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { deleteLogs } from './delete-logs.ts';

/** Removes the recordings of stations that are removed for good. */
export const subscribeLogger = (kernel: Pick<Kernel, 'fleet' | 'log' | 'hooks'>): void =>
  kernel.hooks.on('station.purged', ({ stations }) => deleteLogs(kernel, stations));
