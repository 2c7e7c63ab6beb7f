import type { StationKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { jobs as accountJobs } from '#server/domains/accounts/accounts.events.ts';
import type { EngineLink } from '#server/domains/playout/playout.events.ts';
import { dropImage } from '#server/domains/portal/images.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { deletedBefore, eraseStation, picturesOf, removeTracks, someTracks } from './purge-stations.repo.ts';

export type PurgeDeps = Pick<Kernel, 'db' | 'clock' | 'log' | 'storage' | 'jobs'> & {
  engine: Pick<EngineLink, 'deliver'>;
};

const dayMs = 24 * 3_600_000;
const atATime = 100;
const filesAtOnce = 10;
const engineMs = 3000;

/** Removes the stations that were deleted more than 30 days ago; one that can't be is left to the next night. */
export const purgeDeletedStations = async (deps: PurgeDeps): Promise<void> => {
  const before = new Date(deps.clock.now().getTime() - limits.deletedStationDays * dayMs);
  for (const key of await deletedBefore(deps.db, before))
    try {
      await purgeStation(deps, key, before);
    } catch (error) {
      deps.log.error({ station: key, error: String(error) }, 'a deleted station could not be removed');
    }
};

/**
 * Removes everything of one deleted station. It may be broken off anywhere and be run again: a file goes before the row
 * that names it. Its listening goes now and once more a day later, for what the engine delivered late.
 */
const purgeStation = async (deps: PurgeDeps, key: StationKey, before: Date): Promise<void> => {
  await deps.engine
    .deliver(key, engineMs)
    .catch((error: unknown) => deps.log.warn({ error: String(error) }, 'the engine could not be told of a station'));
  for (;;) {
    const { keys, files } = await someTracks(deps.db, key, atATime);
    if (keys.length === 0) break;
    for (let i = 0; i < files.length; i += filesAtOnce)
      await Promise.all(files.slice(i, i + filesAtOnce).map((file) => deps.storage.remove(file)));
    await removeTracks(deps.db, keys);
  }
  for (const picture of await picturesOf(deps.db, key)) await dropImage(deps, picture);
  for (const startAfterS of [0, dayMs / 1000])
    await deps.jobs.send(
      accountJobs.forgetListening,
      { stations: [key] },
      { singletonKey: `${key} ${String(startAfterS)}`, startAfterS },
    );
  await eraseStation(deps.db, key, before);
};
