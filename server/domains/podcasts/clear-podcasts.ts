import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { removePodcast } from './delete-podcast.ts';
import { podcastsIn } from './podcast-files.repo.ts';

/**
 * Removes the podcasts of a deleted account or of deleted stations, with their files; safe to interrupt and run again.
 */
export const clearPodcasts = async (
  deps: Pick<Kernel, 'db' | 'events'>,
  scope: { account: AccountKey } | { stations: readonly StationKey[] },
): Promise<void> => {
  for (const key of await podcastsIn(deps.db, scope))
    await deps.db.transaction().execute((tx) => removePodcast(tx, deps, key));
};
