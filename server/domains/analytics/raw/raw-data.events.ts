import type { Kernel, Tx } from '#server/kernel/kernel.ts';

const reportOrdered = 'rawData.reportOrdered';

/** The jobs of raw data: one requested file, one month of a station, and queuing everything due. */
export const rawJobs = { report: 'rawData.report', archive: 'rawData.archive', due: 'rawData.due' } as const;

/** Requests a report's file, in the transaction that created the report. */
export const emitReportOrdered = (events: Kernel['events'], tx: Tx, report: string): Promise<void> =>
  events.emit(tx, reportOrdered, { report });

/** Turns each requested report into a job. Called in the process that delivers the outbox. */
export const subscribeRawData = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void =>
  events.on(reportOrdered, ({ report }) => jobs.send(rawJobs.report, { report }, { singletonKey: String(report) }));
