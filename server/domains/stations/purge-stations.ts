import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';
import { clearStations, type ClearDeps } from './clear-stations.ts';
import { deletedBefore, eraseStation } from './purge-stations.repo.ts';

export type PurgeDeps = ClearDeps & Pick<Kernel, 'clock' | 'log'>;

/** Permanently removes stations that were deleted more than 30 days ago; failed ones are retried the next night. */
export const purgeDeletedStations = async (deps: PurgeDeps): Promise<void> => {
  const before = new Date(deps.clock.now().getTime() - limits.deletedStationDays * dayMs);
  for (const key of await deletedBefore(deps.db, before))
    try {
      await purgeStation(deps, key, before);
    } catch (error) {
      deps.log.error({ station: key, error: String(error) }, 'could not purge a deleted station');
    }
};

/** Removes all data of one deleted station, its row last. */
const purgeStation = async (deps: PurgeDeps, key: StationKey, before: Date): Promise<void> => {
  await clearStations(deps, [key], key);
  await eraseStation(deps.db, key, before);
};
