import { say, type Wording } from '#contract/brand.ts';
import { errors } from '#contract/errors.ts';
import type { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as repo from './library.repo.ts';

/* What the jobs of an upload share. */

const noWording = {} as Wording;
const progressMs = 1000;

/** Ends a task with its reason; the file that is of no use goes, and nothing of it stays in the library. */
export const failTask = async (deps: Pick<Kernel, 'db' | 'storage'>, id: string, reason: Refusal): Promise<void> => {
  const task = await repo.findTask(deps.db, id);
  if (!task || task.status !== 'PROCESSING') return;
  const track = task.track_key && (await repo.findTrack(deps.db, task.track_key));
  await deps.db.transaction().execute(async (tx) => {
    const message = say(errors[reason.code][2], noWording, reason.details);
    await repo.updateTask(tx, id, { status: 'ERROR', error_code: reason.code, error_message: message });
    if (track) await repo.removeTrack(tx, track.key);
  });
  if (track) await deps.storage.remove(track.original);
};

/** Writes progress down at most once a second; it isn't worth failing for. */
export const progressOf = (deps: Pick<Kernel, 'db'>, task: string): ((percent: number) => void) => {
  let last = 0;
  return (percent) => {
    if (Date.now() - last < progressMs) return;
    last = Date.now();
    repo.raiseProgress(deps.db, task, Math.floor(percent)).catch(() => undefined);
  };
};
