import type { Logger } from 'pino';
import type { Jobs, WorkOptions } from '../kernel.ts';
import { killedTooOften, subjectOf, type JobStarts } from './job-starts.ts';

type Job = { id: string; name: string; data: Record<string, unknown> };

/** The reason shown in the list of failed jobs. */
export const givenUpReason =
  'The server stopped twice during this job, so it was not retried. Check the log of that time before you retry it.';

/** A job during which a process was killed is postponed this long while another such job runs. */
const putOffS = 10;

/**
 * Prevents jobs from killing processes for ever: each start is recorded first, and a job during which two processes
 * were killed is failed, reported to its kind and listed as failed. Of the jobs during which one process was killed
 * only one runs at a time, so that jobs that merely ran alongside aren't blamed twice; the others are postponed a
 * little.
 */
export const workOnce = (starts: JobStarts, log: Logger, send: Jobs['send']) => {
  let isSuspectAtWork = false;
  const alone = async (work: () => Promise<void>): Promise<void> => {
    isSuspectAtWork = true;
    await work().finally(() => (isSuspectAtWork = false));
  };

  const run = async (which: { job: string; data: unknown }, handle: () => Promise<void>): Promise<void> => {
    await starts.begin(which);
    try {
      await handle();
    } finally {
      await starts
        .end(which)
        .catch((error: unknown) => log.warn({ err: error }, 'the end of a job could not be recorded'));
    }
  };

  return async (
    { id, name, data }: Job,
    { givenUp }: Pick<WorkOptions, 'givenUp'>,
    handle: () => Promise<void>,
  ): Promise<void> => {
    const which = { job: name, data };
    const lost = await starts.lost(which);
    if (killedTooOften(lost)) {
      if (givenUp !== 'listed') await givenUp(data);
      await starts.end(which);
      await starts.endRetries(name, id);
      throw new Error(givenUpReason);
    }
    if (lost === 0) return await run(which, handle);
    if (!isSuspectAtWork) return await alone(() => run(which, handle));
    await send(name, data ?? {}, { singletonKey: `again ${subjectOf(data)}`, startAfterS: putOffS });
  };
};
