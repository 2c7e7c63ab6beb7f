import { say } from '#contract/brand.ts';
import { errors } from '#contract/errors.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { nextItem, updateItem } from './import-items.repo.ts';
import { runningImports } from './import.repo.ts';
import { forgetProofs } from './proof.repo.ts';
import { plainWording } from './plain-wording.ts';
import { importJob, importStarted } from './podcast-import.events.ts';
import { runImport, type RunDeps } from './run-import.ts';

/** Each fetches one file at a time, so that this is how many are fetched at once. */
const atOnce = 3;
const everyTenMinutes = '*/10 * * * *';

/** Turns started imports into jobs. Called in the process that tells the outbox, before it is started. */
export const subscribeImports = (kernel: Pick<Kernel, 'events' | 'jobs'>): void => {
  kernel.events.on(importStarted, async ({ id }) => sendImport(kernel, String(id)));
};

/** Does the imports in this process, and first those that a killed one left. */
export const workImports = async (deps: RunDeps): Promise<void> => {
  const bounds = { concurrency: atOnce, retries: 5, expireS: 4 * 3600, givenUp: giveUp(deps) };
  await deps.jobs.work(importJob, bounds, ({ id }) => runImport(deps, String(id)));
  // Also those whose job was given up because the database was away.
  await deps.jobs.every('podcasts.resumeImports', everyTenMinutes, async () => {
    await resume(deps);
    await forgetProofs(deps.db, deps.clock.now());
  });
  await resume(deps);
};

/** The episode that was being fetched fails with its reason, and the import continues with the next one. */
const giveUp =
  (deps: Pick<Kernel, 'db' | 'jobs'>) =>
  async (data: Record<string, unknown>): Promise<void> => {
    const id = String(data['id']);
    const item = await nextItem(deps.db, id);
    const reason = say(errors['media.abandoned'][2], plainWording, {});
    if (item) await updateItem(deps.db, item, { state: 'failed', reason });
    await sendImport(deps, id);
  };

/** One that is at work in any process is not begun twice (run-import.ts). */
const resume = async (deps: Pick<Kernel, 'db' | 'jobs'>): Promise<void> => {
  for (const id of await runningImports(deps.db)) await sendImport(deps, id);
};

const sendImport = async ({ jobs }: Pick<Kernel, 'jobs'>, id: string): Promise<void> =>
  await jobs.send(importJob, { id }, { singletonKey: id });
