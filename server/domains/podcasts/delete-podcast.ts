import type { PodcastKey } from '#contract/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { lockPodcast } from './podcasts.repo.ts';
import { erasePodcast, filesOfPodcast } from './podcast-files.repo.ts';
import { podcastDeleted } from './podcasts.events.ts';
import { forgetRecordings } from './recording/forget-recordings.ts';

/** Deletes a podcast with its episodes; their files go by an event of the same transaction, so that none is left behind. */
export const deletePodcast = async (deps: Pick<Kernel, 'db' | 'events'>, key: PodcastKey): Promise<undefined> => {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await removePodcast(tx, deps, key))) refuse('podcast.notFound');
  });
};

/** The same within a transaction; false where it is gone already. */
export const removePodcast = async (tx: Tx, { events }: Pick<Kernel, 'events'>, key: PodcastKey): Promise<boolean> => {
  const held = await lockPodcast(tx, key);
  if (!held) return false;
  const files = await filesOfPodcast(tx, key);
  await forgetRecordings(tx, key);
  await erasePodcast(tx, key);
  await events.emit(tx, podcastDeleted, { key, account: held.account_key, files });
  return true;
};
