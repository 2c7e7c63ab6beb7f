import type { Kernel, Tx } from '#server/kernel/kernel.ts';

/** These stored files are no longer referenced. */
export const filesOrphaned = 'library.filesDropped';

/** The jobs of the library. */
export const jobs = {
  prepareTrack: 'prepare-track',
  prepareStation: 'prepare-station',
  fetchTrack: 'fetch-track',
} as const;

/** Queues a task of an upload; with the transaction that creates it where there is one. */
export const sendTask = async (
  kernel: Pick<Kernel, 'jobs'>,
  kind: 'prepareTrack' | 'fetchTrack',
  task: string,
  tx?: Tx,
): Promise<void> => await kernel.jobs.send(jobs[kind], { task }, { singletonKey: task, tx });
