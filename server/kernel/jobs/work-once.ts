import type { Logger } from 'pino';
import type { Jobs, WorkOptions } from '../kernel.ts';
import { isGivenUp, subjectOf, type JobStarts } from './job-starts.ts';

type Job = { id: string; name: string; data: Record<string, unknown> };

/** What the list of failed jobs says of a job that was given up. */
export const givenUpReason =
  'The server stopped twice in the middle of this job, so it is not tried again. Look at the log of that time before you try it again.';

/** A job that lost a process is put off so long while another one of them is at work. */
const putOffS = 10;

/**
 * Runs jobs so that none can kill processes for ever: each start is written down first, and a job during which two processes were
 * killed is given up, told to its kind and listed as failed. Of jobs that lost one process one runs at a time, so
 * that those that only ran beside the culprit are not blamed twice; the others are sent again for a little later.
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
      await starts.end(which).catch((error: unknown) => log.warn({ err: error }, 'the end of a job was not written'));
    }
  };

  return async (
    { id, name, data }: Job,
    { givenUp }: Pick<WorkOptions, 'givenUp'>,
    handle: () => Promise<void>,
  ): Promise<void> => {
    const which = { job: name, data };
    const lost = await starts.lost(which);
    if (isGivenUp(lost)) {
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
