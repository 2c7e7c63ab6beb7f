import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { clearPodcasts } from './clear-podcasts.ts';
import { movePodcasts } from './move-podcasts.ts';
import { podcastDeleted, podcastFilesOrphaned } from './podcasts.events.ts';

/** Removes the files of what was deleted, and answers for the podcasts of stations and accounts that are removed or moved. */
export const subscribePodcasts = (kernel: Pick<Kernel, 'db' | 'clock' | 'events' | 'storage' | 'hooks'>): void => {
  const { events, hooks, storage } = kernel;
  hooks.on('station.purged', ({ stations }) => clearPodcasts(kernel, { stations }));
  hooks.on('account.purged', ({ account }) => clearPodcasts(kernel, { account }));
  hooks.on('station.transferred', ({ tx, station, account }) => movePodcasts(tx, kernel, station, account));
  for (const topic of [podcastDeleted, podcastFilesOrphaned])
    events.on(topic, async ({ files }) => {
      for (const file of files as string[]) await storage.remove(file);
    });
};
