import { purgeDeletedStations, type PurgeDeps } from './purge-stations.ts';

const everyNight = '11 4 * * *';

/** Removes every night what was deleted too long ago to be restored. */
export const workStations = async (deps: PurgeDeps): Promise<void> =>
  await deps.jobs.every('stations.purgeDeleted', everyNight, () => purgeDeletedStations(deps));
