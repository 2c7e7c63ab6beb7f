import type { EpisodeKey } from '#contract/rules/keys.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { podcastDeleted } from '../podcasts.events.ts';
import { deleteOldTasks, openTasks } from './episode-tasks.repo.ts';
import { episodeChanged, episodeDeleted, jobs, sendTask } from './episodes.events.ts';
import { removeOrphanedFiles } from './orphaned-files.ts';
import { prepareAudio, type PrepareDeps } from './prepare-audio.ts';
import { failTask } from './swap-audio.ts';
import { tagAudio } from './tag-audio.ts';

const hour = 3600;
const everyNight = '29 3 * * *';
const everyHour = '47 * * * *';
/** Delay before tagging, so that a series of edits rewrites the file once. */
const tagDelayS = 5;

/** Turns episode events into jobs. Call before the outbox starts, in the process that dispatches it. */
export const subscribeEpisodes = (kernel: Pick<Kernel, 'db' | 'events' | 'jobs' | 'storage' | 'clock'>): void => {
  const { events } = kernel;
  events.on(episodeChanged, async ({ key }) => {
    await kernel.jobs.send(jobs.tagEpisode, { key }, { singletonKey: String(key), startAfterS: tagDelayS });
  });
  // The rows are already deleted; a trigger (episode_gone) listed their files for removal.
  for (const topic of [episodeDeleted, podcastDeleted]) events.on(topic, () => removeOrphanedFiles(kernel));
};

/** Works the episode jobs in this process, and requeues tasks that a killed process left unfinished. */
export const workEpisodes = async (deps: PrepareDeps & Pick<Kernel, 'jobs' | 'clock'>): Promise<void> => {
  const givenUp = ({ task }: Record<string, unknown>) =>
    failTask(deps, String(task), new Refusal('media.abandoned', {}, {}));
  const bounds = { concurrency: 2, retries: 3, expireS: 6 * hour, givenUp };
  await deps.jobs.work(jobs.prepareAudio, bounds, ({ task }) => prepareAudio(deps, String(task)));
  await deps.jobs.work(jobs.tagEpisode, { ...bounds, concurrency: 1, givenUp: 'listed' }, ({ key }) =>
    tagAudio(deps, key as EpisodeKey),
  );
  await deps.jobs.every('episodes.forgetTasks', everyNight, () => deleteOldTasks(deps.db, deps.clock.now()));
  await deps.jobs.every('episodes.removeFiles', everyHour, () => removeOrphanedFiles(deps));
  for (const task of await openTasks(deps.db)) await sendTask(deps, task);
};
