import { fillText } from '#contract/rules/brand.ts';
import { errors } from '#contract/texts/errors.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { nextItem, updateItem } from './import-items.repo.ts';
import { runningImports } from './import.repo.ts';
import { deleteExpiredProofs } from './proof.repo.ts';
import { plainWording } from './plain-wording.ts';
import { importJob, importStarted } from './podcast-import.events.ts';
import { runImport, type RunDeps } from './run-import.ts';

/** Concurrent imports, and so concurrent downloads, as each fetches one file at a time. */
const maxConcurrent = 3;
const everyTenMinutes = '*/10 * * * *';

/** Queues a job for each started import. Call before the outbox starts, in the process that dispatches it. */
export const subscribeImports = (kernel: Pick<Kernel, 'events' | 'jobs'>): void => {
  kernel.events.on(importStarted, async ({ id }) => sendImport(kernel, String(id)));
};

/** Works the import jobs in this process, and requeues imports that a killed process left unfinished. */
export const workImports = async (deps: RunDeps): Promise<void> => {
  const bounds = { concurrency: maxConcurrent, retries: 5, expireS: 4 * 3600, givenUp: giveUp(deps) };
  await deps.jobs.work(importJob, bounds, ({ id }) => runImport(deps, String(id)));
  // Also resumes imports whose job failed for good while the database was down.
  await deps.jobs.every('podcasts.resumeImports', everyTenMinutes, async () => {
    await resume(deps);
    await deleteExpiredProofs(deps.db, deps.clock.now());
  });
  await resume(deps);
};

/** Fails the episode that was being fetched, and continues the import with the next one. */
const giveUp =
  (deps: Pick<Kernel, 'db' | 'jobs'>) =>
  async (data: Record<string, unknown>): Promise<void> => {
    const id = String(data['id']);
    const item = await nextItem(deps.db, id);
    const reason = fillText(errors['media.abandoned'][2], plainWording, {});
    if (item) await updateItem(deps.db, item, { state: 'failed', reason });
    await sendImport(deps, id);
  };

/** Safe for imports that are already running: a lock prevents a second run (run-import.ts). */
const resume = async (deps: Pick<Kernel, 'db' | 'jobs'>): Promise<void> => {
  for (const id of await runningImports(deps.db)) await sendImport(deps, id);
};

const sendImport = async ({ jobs }: Pick<Kernel, 'jobs'>, id: string): Promise<void> =>
  await jobs.send(importJob, { id }, { singletonKey: id });
