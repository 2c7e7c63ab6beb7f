import type { Kernel } from '#server/kernel/kernel.ts';
import { purgeDeletedStations, type PurgeDeps } from './purge-stations.ts';

const everyNight = '11 4 * * *';

/** Removes every night what was deleted too long ago to be restored. */
export const workStations = async (deps: PurgeDeps & Pick<Kernel, 'jobs'>): Promise<void> =>
  await deps.jobs.every('stations.purgeDeleted', everyNight, () => purgeDeletedStations(deps));
