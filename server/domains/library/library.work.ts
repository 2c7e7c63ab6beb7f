import type { StationKey } from '#contract/rules/keys.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { removeExpiredUploads } from '#server/platform/uploads/resumable.ts';
import { removeLeftovers } from '#server/platform/work-files.ts';
import { clearLibrary } from './clear-library.ts';
import { fetchTrack, type FetchDeps } from './fetch-track.ts';
import { filesOrphaned, jobs, sendTask } from './library.events.ts';
import { deleteOldTasks, nextWithoutRendition, openTasks, stationFormat, stationsWithoutCues } from './library.repo.ts';
import { prepareStation, prepareTrack, type PrepareDeps } from './prepare.ts';
import { failTask } from './task.ts';

const hour = 3600;
const everyNight = '23 3 * * *';
const everyHour = '41 * * * *';

/** Turns the library's events into jobs. Called in the process that delivers the outbox, before it starts. */
export const subscribeLibrary = (kernel: Pick<Kernel, 'db' | 'events' | 'hooks' | 'jobs' | 'storage'>): void => {
  kernel.hooks.on('station.purged', ({ stations }) => clearLibrary(kernel, stations));
  kernel.events.on(filesOrphaned, async ({ files }) => {
    for (const file of files as string[]) await kernel.storage.remove(file);
  });
  kernel.events.on('station.changed', async ({ key }) => {
    const station = key as StationKey;
    const format = await stationFormat(kernel.db, station);
    if (format && (await nextWithoutRendition(kernel.db, station, format)))
      await kernel.jobs.send(jobs.prepareStation, { station }, { singletonKey: station });
  });
};

/**
 * Runs the library's jobs in this process: prepares two tracks at a time, and requeues the tasks of a killed process
 * (whose own jobs only return when they expire). URLs are downloaded separately, so that a slow one delays no upload.
 */
export const workLibrary = async (deps: PrepareDeps & FetchDeps & Pick<Kernel, 'jobs' | 'clock'>): Promise<void> => {
  const givenUp = ({ task }: Record<string, unknown>) =>
    failTask(deps, String(task), new Refusal('media.abandoned', {}, {}));
  const bounds = { concurrency: 1, retries: 3, expireS: 6 * hour, givenUp };
  await deps.jobs.work(jobs.prepareTrack, { ...bounds, concurrency: 2 }, ({ task }) =>
    prepareTrack(deps, String(task)),
  );
  await deps.jobs.work(jobs.fetchTrack, { concurrency: 4, retries: 1, expireS: hour, givenUp }, ({ task }) =>
    fetchTrack(deps, String(task)),
  );
  await deps.jobs.work(jobs.prepareStation, { ...bounds, givenUp: 'listed' }, ({ station }) =>
    prepareStation(deps, station as StationKey),
  );
  await deps.jobs.every('library.forgetTasks', everyNight, () => deleteOldTasks(deps.db, deps.clock.now()));
  await deps.jobs.every('library.dropUploads', everyHour, () => removeExpiredUploads(deps));
  await removeLeftovers(deps);
  for (const { id, isFetched } of await openTasks(deps.db))
    await sendTask(deps, isFetched ? 'prepareTrack' : 'fetchTrack', id);
  for (const station of await stationsWithoutCues(deps.db))
    await deps.jobs.send(jobs.prepareStation, { station }, { singletonKey: station });
};
