import type { Kernel, Tx } from '#server/kernel/kernel.ts';

/** The jobs of raw data: one requested file, one month of a station, and queuing everything due. */
export const rawJobs = { report: 'rawData.report', archive: 'rawData.archive', due: 'rawData.due' } as const;

/** Queues the making of a report's file, in the transaction that created the report. */
export const sendReportJob = ({ jobs }: Pick<Kernel, 'jobs'>, tx: Tx, report: string): Promise<void> =>
  jobs.send(rawJobs.report, { report }, { singletonKey: report, tx });
