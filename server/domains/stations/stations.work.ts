import { purgeDeletedStations, type PurgeDeps } from './purge-stations.ts';

const everyNight = '11 4 * * *';

/** Schedules the nightly purge of stations that can no longer be restored. */
export const workStations = async (deps: PurgeDeps): Promise<void> =>
  await deps.jobs.every('stations.purgeDeleted', everyNight, () => purgeDeletedStations(deps));
