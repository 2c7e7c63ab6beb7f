import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { startOnlyWorker, stepByStep, withEqualPause } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { forgetSubjects, allSubjects } from './subjects.ts';
import { computeDays, computeWeek } from './compute-days.ts';
import { missingBuckets, wantedBuckets } from './missing-buckets.ts';

type FillerDeps = Pick<Kernel, 'db' | 'clock'> & { clickhouse: ClickHouseClient };

/** Only one process fills the cache at a time, among all on this database. */
const workerOptions = { lock: 7_227_005, failed: 'failed to fill the report cache; retrying' };
const restMs = 120_000;

/** Caches the buckets of days that are over, in this process unless another one does. */
export const startReportCache = (deps: FillerDeps & Pick<Kernel, 'log'>): { stop(): Promise<void> } =>
  startOnlyWorker(deps, workerOptions, async (turn) => {
    await stepByStep(turn, restMs, withEqualPause(turn, reportCacheFiller(deps)));
  });

/** Each call caches some of what is missing, latest days first; returns false where nothing is. */
export const reportCacheFiller = ({ db, clock, clickhouse }: FillerDeps): (() => Promise<boolean>) => {
  let complete = '';
  return async () => {
    const startedAt = clock.now();
    const subjects = await allSubjects(db);
    const wanted = await wantedBuckets(clickhouse, subjects, startedAt.getTime());
    // Checking all cached rows takes a while, so a complete result is remembered until the wanted buckets change.
    const fingerprint = createHash('sha256').update(JSON.stringify(wanted)).digest('base64');
    if (fingerprint === complete) return false;
    const missing = await missingBuckets(clickhouse, wanted);
    if (missing !== undefined)
      await (missing.step === 'week' ? computeWeek : computeDays)(clickhouse, missing, startedAt);
    else {
      await forgetSubjects(clickhouse, subjects);
      complete = fingerprint;
    }
    return missing !== undefined;
  };
};
