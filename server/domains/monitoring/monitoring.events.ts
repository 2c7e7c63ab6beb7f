import type { Kernel, Tx } from '#server/kernel/kernel.ts';

const letterOrdered = 'monitoring.letterOrdered';

/** The job that delivers one letter of an alert. */
export const letterJob = 'monitoring.letter';

/** Asks, in the transaction that wrote it, for a letter to be delivered. */
export const tellOrdered = (events: Kernel['events'], tx: Tx, letter: string): Promise<void> =>
  events.emit(tx, letterOrdered, { letter });

/** Turns each letter that was ordered into a job. Called in the process that tells the outbox. */
export const subscribeMonitoring = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void =>
  events.on(letterOrdered, ({ letter }) => jobs.send(letterJob, { letter }, { singletonKey: String(letter) }));
