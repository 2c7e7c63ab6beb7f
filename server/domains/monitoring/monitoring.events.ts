import type { Kernel, Tx } from '#server/kernel/kernel.ts';

const emailRequested = 'monitoring.letterOrdered';

/** The job that delivers one alert e-mail. */
export const emailJob = 'monitoring.letter';

/** Requests the delivery of an e-mail, in the transaction that created it. */
export const emitEmailRequested = (events: Kernel['events'], tx: Tx, letter: string): Promise<void> =>
  events.emit(tx, emailRequested, { letter });

/** Turns each requested e-mail into a job. Called in the process that delivers the outbox. */
export const subscribeMonitoring = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void =>
  events.on(emailRequested, ({ letter }) => jobs.send(emailJob, { letter }, { singletonKey: String(letter) }));
