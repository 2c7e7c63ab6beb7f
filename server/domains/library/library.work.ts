import type { StationKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { jobs, uploadTaken } from './library.events.ts';
import { forgetTasks, nextWithoutRendition, openTasks, stationFormat } from './library.repo.ts';
import { prepareStation, prepareTrack, removeLeftovers, type PrepareDeps } from './prepare.ts';

const hour = 3600;
const everyNight = '23 3 * * *';

/** Turns the library's events into jobs. Called in the process that tells the outbox, before it is started. */
export const subscribeLibrary = (kernel: Pick<Kernel, 'db' | 'events' | 'jobs'>): void => {
  kernel.events.on(uploadTaken, async ({ task }) => sendTrack(kernel, String(task)));
  kernel.events.on('station.changed', async ({ key }) => {
    const station = key as StationKey;
    const format = await stationFormat(kernel.db, station);
    if (format && (await nextWithoutRendition(kernel.db, station, format)))
      await kernel.jobs.send(jobs.prepareStation, { station }, { singletonKey: station });
  });
};

/**
 * Does the library's jobs in this process: two tracks at a time at low priority, and first what a killed process left
 * (its jobs themselves come back only when they expire).
 */
export const workLibrary = async (deps: PrepareDeps & Pick<Kernel, 'jobs' | 'clock'>): Promise<void> => {
  const bounds = { concurrency: 1, retries: 3, expireS: 6 * hour };
  await deps.jobs.work(jobs.prepareTrack, { ...bounds, concurrency: 2 }, ({ task }) =>
    prepareTrack(deps, String(task)),
  );
  await deps.jobs.work(jobs.prepareStation, bounds, ({ station }) => prepareStation(deps, station as StationKey));
  await deps.jobs.every('library.forgetTasks', everyNight, () => forgetTasks(deps.db, deps.clock.now()));
  await removeLeftovers(deps);
  for (const task of await openTasks(deps.db)) await sendTrack(deps, task);
};

const sendTrack = async (kernel: Pick<Kernel, 'jobs'>, task: string): Promise<void> =>
  await kernel.jobs.send(jobs.prepareTrack, { task }, { singletonKey: task });
