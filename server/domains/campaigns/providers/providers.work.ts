import type { AudioEngine } from '#server/engines/audio/port.ts';
import { startOnlyWorker, stepByStep } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { fetchJob, fetchSpot, refuseSpot, sendFetch, type FetchDeps } from './fetch-spot.ts';
import { forgetSpots, unfetched, type CreativeId } from './provider-creatives.repo.ts';
import { createReporter, endBegunReports } from './send-reports.ts';
import { forgetTickets } from './tickets.repo.ts';

/** Only one process reports to ad servers at a time, among all on this database. */
const reportLock = 7_227_032;
const restMs = 1000;
const everyHour = '23 * * * *';

/**
 * Fetches the spots of ad servers in this process, and reports to them what was heard unless another process does;
 * removes hourly who was asked for.
 */
export const workProviders = async (deps: Kernel & { audio: AudioEngine }): Promise<{ stop(): Promise<void> }> => {
  const { jobs, db, clock } = deps;
  const idOf = (data: Record<string, unknown>): CreativeId => data as CreativeId;
  const givenUp = (data: Record<string, unknown>) => refuseSpot(deps, idOf(data), 'unreachable');
  await jobs.work(fetchJob, { concurrency: 2, retries: 3, expireS: 300, givenUp }, (data) =>
    fetchSpot(deps, idOf(data)),
  );
  await jobs.every('campaigns.forgetTickets', everyHour, async () => {
    await forgetTickets(db, clock.now());
    await forgetSpots(db, clock.now());
    await requeue(deps);
  });
  await requeue(deps);
  return startOnlyWorker(
    deps,
    { lock: reportLock, failed: 'failed to report to ad servers; retrying' },
    async (turn) => {
      await endBegunReports(deps);
      const reporter = createReporter(deps);
      await stepByStep(turn, restMs, reporter.step).finally(reporter.stop);
    },
  );
};

/** Spots of a killed process. */
const requeue = async (deps: FetchDeps): Promise<void> => {
  for (const id of await unfetched(deps.db)) await sendFetch(deps, id);
};
