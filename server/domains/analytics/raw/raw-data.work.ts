import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { Analytics } from '../analytics.work.ts';
import { makeArchive, monthsDue } from './raw-archives.ts';
import { expireReports, failReport, makeReport, mostAttempts, reportJob } from './raw-reports.ts';
import * as repo from './raw-data.repo.ts';

type Deps = Pick<Kernel, 'db' | 'log' | 'jobs' | 'clock' | 'mail' | 'storage' | 'config' | 'secrets'> & Analytics;

/** The jobs that make one month of a station, and that queue everything due; `reportJob` makes a requested file. */
const archiveJob = 'rawData.archive';
const dueJob = 'rawData.due';
const hourly = '25 * * * *';
const workerOptions = { concurrency: 1, expireS: 6 * 3600 };

/** Makes requested files and closed months in this process; jobs that a killed process left are resumed at once. */
export const workRawData = async (deps: Deps): Promise<void> => {
  const { jobs } = deps;
  await jobs.work(
    reportJob,
    { ...workerOptions, retries: mostAttempts, givenUp: ({ report }) => failReport(deps, String(report)) },
    ({ report }) => makeReport(deps, String(report)),
  );
  await jobs.work(archiveJob, { ...workerOptions, retries: 3, givenUp: 'listed' }, ({ station, month }) =>
    makeArchive(deps, station as StationKey, String(month)),
  );
  await jobs.every(dueJob, hourly, () => orderDue(deps));
  await jobs.send(dueJob, {}, { singletonKey: 'start' });
};

/** Queues every due file, whatever became of earlier jobs, and deletes what has expired. */
export const orderDue = async (deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'storage'>): Promise<void> => {
  const { db, jobs, clock } = deps;
  const now = clock.now();
  for (const report of await repo.unfinishedReports(db))
    await jobs.send(reportJob, { report }, { singletonKey: report });
  const files = Map.groupBy(await repo.allFiles(db), ({ station_key }) => station_key);
  for (const { station_key: station, zone, ...interval } of await repo.allIntervals(db)) {
    for (const month of monthsDue([interval], files.get(station) ?? [], zone, now.getTime()))
      await jobs.send(archiveJob, { station, month }, { singletonKey: `${station} ${month}` });
  }
  await expireReports(deps);
  await repo.deleteExportsBefore(db, now);
};
