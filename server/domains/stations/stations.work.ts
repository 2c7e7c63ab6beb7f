import type { Kernel } from '#server/kernel/kernel.ts';
import { purgeDeletedStations, type PurgeDeps } from './purge-stations.ts';

const everyNight = '11 4 * * *';

/** Schedules the nightly purge of stations that can no longer be restored. */
export const workStations = async (deps: PurgeDeps & Pick<Kernel, 'jobs'>): Promise<void> =>
  await deps.jobs.every('stations.purgeDeleted', everyNight, () => purgeDeletedStations(deps));
