import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Db, Jobs } from '../kernel.ts';
import { traceEngineCalls } from './trace-engine-calls.ts';
import { traceJobs } from './trace-jobs.ts';
import { traceStatements } from './trace-statements.ts';
import type { Tracing } from './tracing.ts';

/**
 * Traces statements, calls to the engine and jobs, whose traced version it returns; nothing without `tracing`. `stop`
 * sends what was recorded.
 */
export const traceWork = <T extends Jobs>(
  tracing: Tracing | undefined,
  at: { db: Db; pool: pg.Pool; jobs: T; config: Pick<Config, 'engines'> },
): { jobs: T; stop(): Promise<void> } => {
  if (!tracing) return { jobs: at.jobs, stop: () => Promise.resolve() };
  traceStatements(at, tracing);
  const stopCalls = traceEngineCalls(at.config.engines, tracing);
  return {
    jobs: traceJobs(at.jobs, tracing),
    stop() {
      stopCalls();
      return tracing.stop();
    },
  };
};
