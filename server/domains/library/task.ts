import { fillText, type Wording } from '#contract/rules/brand.ts';
import { errors } from '#contract/texts/errors.ts';
import type { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as repo from './library.repo.ts';

/* Shared by the jobs of an upload. */

const noWording = {} as Wording;
const progressMs = 1000;

/** Fails a task with its reason, and deletes its track and file. */
export const failTask = async (deps: Pick<Kernel, 'db' | 'storage'>, id: string, reason: Refusal): Promise<void> => {
  const task = await repo.findTask(deps.db, id);
  if (!task || task.status !== 'PROCESSING') return;
  const track = task.track_key && (await repo.findTrack(deps.db, task.track_key));
  await deps.db.transaction().execute(async (tx) => {
    const message = fillText(errors[reason.code][2], noWording, reason.details);
    await repo.updateTask(tx, id, { status: 'ERROR', error_code: reason.code, error_message: message });
    if (track) await repo.removeTrack(tx, track.key);
  });
  if (track) await deps.storage.remove(track.original);
};

/** Saves progress at most once a second; ignores errors. */
export const progressOf = (deps: Pick<Kernel, 'db'>, task: string): ((percent: number) => void) => {
  let savedAt = 0;
  return (percent) => {
    if (Date.now() - savedAt < progressMs) return;
    savedAt = Date.now();
    repo.raiseProgress(deps.db, task, Math.floor(percent)).catch(() => undefined);
  };
};
