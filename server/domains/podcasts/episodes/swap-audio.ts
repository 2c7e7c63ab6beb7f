import type { AudioEdit } from '#contract/api/episode.ts';
import type { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { moveChapters } from './cuts.ts';
import { findTask, updateTask, type TaskRow } from './episode-tasks.repo.ts';
import { episodeChanged } from './episodes.events.ts';
import { lockEpisode, updateEpisode } from './episodes.repo.ts';
import { removeFilesSoon, removeFilesTomorrow, claimFiles } from './orphaned-files.ts';
import { messageOf } from './task-error.ts';

type Deps = Pick<Kernel, 'db' | 'events' | 'clock'>;

/** Prepared audio that is ready to be delivered. */
type Ready = {
  task: TaskRow;
  edit: AudioEdit;
  ms: number;
  original: string;
  source: { durationMs: number; channels: number; kind: string };
  /** Only set for a new file. */
  peaks: string | undefined;
  audio: string;
  size: number;
  hash: string;
  tags: string;
};

/**
 * Replaces an episode's audio, ends the task and moves the chapters in one transaction. The old file stays for a day
 * for downloads in progress. If the episode was deleted or a newer upload was accepted, the new files are removed
 * instead.
 */
export const swapAudio = async (deps: Deps, ready: Ready): Promise<void> => {
  const { task, audio, peaks } = ready;
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const row = task.episode_key && (await lockEpisode(tx, task.episode_key));
    const current = row && (await findTask(tx, task.id));
    if (!row || current?.status !== 'PROCESSING') return await removeFilesSoon(tx, [audio, peaks ?? null], now);
    const isNew = task.original !== null;
    const before = isNew ? ready.edit.cuts : row.edit.cuts;
    const chapters = moveChapters(row.chapters, before, ready.edit.cuts, ready.ms / 1000);
    await claimFiles(tx, [audio, ...(peaks === undefined ? [] : [peaks])]);
    await removeFilesTomorrow(tx, [row.audio], now);
    if (isNew) await removeFilesSoon(tx, [row.original, row.peaks], now);
    await updateEpisode(tx, row.key, {
      ...{ audio, audio_size: ready.size, audio_ms: ready.ms, audio_hash: ready.hash, audio_tags: ready.tags },
      ...{ edit: JSON.stringify(ready.edit), wanted_edit: null, chapters: JSON.stringify(chapters) },
      ...{ upload_status: 'ready', upload_error: null },
      ...(isNew && originalColumns(ready)),
    });
    await updateTask(tx, task.id, { status: 'SUCCESS', progress: 100 });
    await deps.events.emit(tx, episodeChanged, { key: row.key, podcast: row.podcast_key });
  });
};

const originalColumns = ({ task, original, source, peaks }: Ready) => ({
  original,
  original_name: task.filename,
  original_kind: source.kind,
  original_size: task.original_size,
  original_ms: source.durationMs,
  original_channels: source.channels,
  ...(peaks === undefined ? {} : { peaks }),
});

/** Ends a task with an error, which the episode shows too. Removes the uploaded file; the delivered audio stays. */
export const failTask = async (deps: Deps, id: string, reason: Refusal): Promise<void> =>
  await deps.db.transaction().execute(async (tx) => {
    const task = await findTask(tx, id);
    const row = task?.episode_key && (await lockEpisode(tx, task.episode_key));
    if (!task || (await findTask(tx, id))?.status !== 'PROCESSING') return;
    const error = messageOf(reason.code, reason.details);
    await updateTask(tx, id, { status: 'ERROR', ...error });
    await removeFilesSoon(tx, [task.original], deps.clock.now());
    if (!row) return;
    const upload_error = `${error.error_code}|${error.error_message}`;
    await updateEpisode(tx, row.key, { upload_status: 'error', upload_error, wanted_edit: null });
    await deps.events.emit(tx, episodeChanged, { key: row.key, podcast: row.podcast_key });
  });
