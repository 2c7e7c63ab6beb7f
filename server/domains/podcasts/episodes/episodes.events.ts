import type { Kernel, Tx } from '#server/kernel/kernel.ts';

/** `{key, podcast}`: an episode was created or changed. */
export const episodeChanged = 'episode.changed';

/** `{key, podcast, files}`: an episode was deleted; `files` are its storage keys. */
export const episodeDeleted = 'episode.deleted';

/** Job names. */
export const jobs = {
  prepareAudio: 'prepare-episode',
  tagEpisode: 'tag-episode',
} as const;

/** Queues the preparation of accepted audio; with the transaction that creates its task where there is one. */
export const sendTask = async (kernel: Pick<Kernel, 'jobs'>, task: string, tx?: Tx): Promise<void> =>
  await kernel.jobs.send(jobs.prepareAudio, { task }, { singletonKey: task, tx });
