import type { ClickHouseClient } from '@clickhouse/client';
import { startOnlyWorker, stepByStep, withEqualPause } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { computeSongDay } from './song-days.ts';

/** Only one process computes song days at a time, among all on this database. */
const workerOptions = { lock: 7_227_004, failed: 'failed to compute the songs of a day; retrying' };
const restMs = 60_000;

/** Computes the songs of closed days, in this process unless another one does. */
export const startSongDays = (
  deps: Pick<Kernel, 'db' | 'log' | 'clock'> & { clickhouse: ClickHouseClient },
): { stop(): Promise<void> } =>
  startOnlyWorker(deps, workerOptions, async (turn) => {
    const step = () => computeSongDay(deps.clickhouse, deps.clock.now());
    await stepByStep(turn, restMs, withEqualPause(turn, step));
  });
