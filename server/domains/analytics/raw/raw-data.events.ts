import type { Kernel, Tx } from '#server/kernel/kernel.ts';

const reportOrdered = 'rawData.reportOrdered';

/** The jobs of raw data: one file that was asked for, one month of a station, what is due. */
export const rawJobs = { report: 'rawData.report', archive: 'rawData.archive', due: 'rawData.due' } as const;

/** Asks, in the transaction that wrote it down, for a report to be made. */
export const tellOrdered = (events: Kernel['events'], tx: Tx, report: string): Promise<void> =>
  events.emit(tx, reportOrdered, { report });

/** Turns each report that was ordered into a job. Called in the process that tells the outbox. */
export const subscribeRawData = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void =>
  events.on(reportOrdered, ({ report }) => jobs.send(rawJobs.report, { report }, { singletonKey: String(report) }));
