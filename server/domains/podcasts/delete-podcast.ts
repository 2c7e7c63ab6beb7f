import type { PodcastKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { lockPodcast } from './podcasts.repo.ts';
import { deletePodcastRow, filesOfPodcast } from './podcast-files.repo.ts';
import { podcastDeleted } from './podcasts.events.ts';
import { cancelRecordings } from './recording/cancel-recordings.ts';

/**
 * Deletes a podcast with its episodes. An event in the same transaction removes the files, so that none is left behind.
 */
export const deletePodcast = async (deps: Pick<Kernel, 'db' | 'events'>, key: PodcastKey): Promise<undefined> => {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await removePodcast(tx, deps, key))) refuse('podcast.notFound');
  });
};

/** Deletes a podcast within a transaction; false if it no longer exists. */
export const removePodcast = async (tx: Tx, { events }: Pick<Kernel, 'events'>, key: PodcastKey): Promise<boolean> => {
  const podcast = await lockPodcast(tx, key);
  if (!podcast) return false;
  const files = await filesOfPodcast(tx, key);
  await cancelRecordings(tx, key);
  await deletePodcastRow(tx, key);
  await events.emit(tx, podcastDeleted, { key, account: podcast.account_key, files });
  return true;
};
