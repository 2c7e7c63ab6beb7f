import type { Kernel, Tx } from '#server/kernel/kernel.ts';

/** The job that delivers one alert e-mail. */
export const emailJob = 'monitoring.letter';

/** Queues the delivery of an e-mail, in the transaction that created it. */
export const sendEmailJob = ({ jobs }: Pick<Kernel, 'jobs'>, tx: Tx, letter: string): Promise<void> =>
  jobs.send(emailJob, { letter }, { singletonKey: letter, tx });
