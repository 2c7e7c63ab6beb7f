import type { Jobs } from '../kernel.ts';
import { inSpan, type Tracing } from './tracing.ts';

/** The same jobs, each with a trace of its own. */
export const traceJobs = <T extends Jobs>(jobs: T, tracing: Tracing): T => {
  const traced =
    <Given extends unknown[]>(name: string, handle: (...given: Given) => Promise<void>) =>
    (...given: Given): Promise<void> =>
      inSpan(tracing, [`job ${name}`, 'internal', { job: name }], () => handle(...given));
  return {
    ...jobs,
    work: (name, options, handle) => jobs.work(name, options, traced(name, handle)),
    every: (name, cron, handle) => jobs.every(name, cron, traced(name, handle)),
  };
};
