import type { Kernel } from '#server/kernel/kernel.ts';
import { podcastDeleted, podcastFilesDropped } from './podcasts.events.ts';

/**
 * Removes the files of deleted podcasts and replaced images. Call before the outbox starts, in the process that
 * dispatches it.
 */
export const subscribePodcasts = ({ events, storage }: Pick<Kernel, 'events' | 'storage'>): void => {
  for (const topic of [podcastDeleted, podcastFilesDropped])
    events.on(topic, async ({ files }) => {
      for (const file of files as string[]) await storage.remove(file);
    });
};
