import { stat } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { AudioEdit, EpisodeTask } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { audioFiles, refuseIfDiskFull, displayName } from '#server/platform/audio-files.ts';
import { checkStorage } from '#server/domains/billing/storage.service.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { cleanCuts, remainingParts } from './cuts.ts';
import { addEpisode } from './add-episode.ts';
import { episodeChanged, sendTask } from './episodes.events.ts';
import * as repo from './episodes.repo.ts';
import { insertTask, openTasksOf, updateTask } from './episode-tasks.repo.ts';
import { registerFile, removeFilesSoon, claimFiles } from './orphaned-files.ts';
import { messageOf } from './task-error.ts';

export type AudioDeps = Pick<Kernel, 'db' | 'storage' | 'events' | 'clock' | 'jobs'> & { audio: AudioEngine };
type Who = { id: string; isPortalAdmin: boolean } | undefined;
type Accepted = { task: string; episode: EpisodeKey };

/**
 * Accepts a local file as the audio of an episode, or of a new draft titled by its tags. The file is in storage and its
 * task in the database before this returns. The delivered audio stays until the new one is ready; older uploads still
 * in preparation are superseded. Refuses empty, too large and non-audio files at once; errors found by decoding end the
 * task.
 */
export const acceptEpisodeAudio = async (
  deps: AudioDeps,
  podcast: PodcastKey,
  episode: EpisodeKey | undefined,
  given: { path: string; filename: string; task?: string },
  who: Who,
): Promise<Accepted> => {
  if (!(await deps.audio.available())) refuse('media.encoderMissing');
  const { size } = await stat(given.path);
  if (size > limits.uploadMaxBytes) refuse('media.tooLarge', { max: `${limits.uploadMaxBytes / 1024 ** 3} GB` });
  const kind = await deps.audio.identify(given.path);
  const filename = displayName(given.filename);
  const { title } = await deps.audio.tags(given.path, filename);
  const task = given.task ?? randomLetters(22);
  const original = `episodes/originals/${randomLetters(22)}.${audioFiles[kind].ending}`;
  await registerFile(deps.db, original, deps.clock.now());
  try {
    await deps.storage.putFile(original, given.path, audioFiles[kind].type).catch(refuseIfDiskFull);
    const key = await deps.db.transaction().execute(async (tx) => {
      const found = episode ?? (await addEpisode(tx, deps, podcast, { title: title.slice(0, 255) }));
      const file = { original, original_kind: kind, original_size: size, filename };
      await checkStorage(tx, { podcast_key: podcast }, size, { who });
      await begin(tx, deps, { id: task, podcast_key: podcast, episode_key: found, user_id: who?.id ?? null, ...file });
      await claimFiles(tx, [original]);
      return found;
    });
    return { task, episode: key };
  } catch (error) {
    await removeFilesSoon(deps.db, [original], deps.clock.now());
    await deps.storage.remove(original);
    throw error;
  }
};

/**
 * Starts a new edit of an episode's file; refuses with `episode.noAudio`, `episode.preparing` and
 * `episode.nothingLeft`.
 */
export const editEpisodeAudio = async (
  deps: Pick<Kernel, 'db' | 'events' | 'clock' | 'jobs'>,
  podcast: PodcastKey,
  episode: EpisodeKey,
  wanted: z.output<typeof AudioEdit>,
  who: Who,
): Promise<Accepted> => {
  const task = randomLetters(22);
  await deps.db.transaction().execute(async (tx) => {
    const row = (await repo.lockEpisode(tx, episode)) ?? refuse('episode.notFound');
    if (row.original === null) return refuse('episode.noAudio');
    const open = await openTasksOf(tx, episode);
    if (open.some(({ original }) => original !== null)) refuse('episode.preparing');
    const duration = row.original_ms / 1000;
    const cuts = cleanCuts(wanted.cuts, duration);
    remainingParts(cuts, duration);
    const edit = JSON.stringify({ cuts, level: wanted.level });
    const filename = row.original_name;
    await begin(tx, deps, {
      id: task,
      podcast_key: podcast,
      episode_key: episode,
      user_id: who?.id ?? null,
      filename,
      edit,
    });
    await repo.updateEpisode(tx, episode, { wanted_edit: edit });
  });
  return { task, episode };
};

type NewTask = Parameters<typeof insertTask>[1] & { episode_key: EpisodeKey };

/** Inserts a task; unfinished tasks of the same episode are superseded. */
const begin = async (tx: Tx, deps: Pick<Kernel, 'events' | 'clock' | 'jobs'>, task: NewTask): Promise<void> => {
  const { events, clock } = deps;
  const key = task.episode_key;
  if (!(await repo.lockEpisode(tx, key))) refuse('episode.notFound');
  for (const { id, original } of await openTasksOf(tx, key)) {
    await updateTask(tx, id, { status: 'ERROR', ...messageOf('episode.superseded') });
    await removeFilesSoon(tx, [original], clock.now());
  }
  await insertTask(tx, task);
  await repo.updateEpisode(tx, key, { upload_status: 'processing', upload_error: null, wanted_edit: null });
  await sendTask(deps, task.id, tx);
  await events.emit(tx, episodeChanged, { key, podcast: task.podcast_key });
};

/** The reply of an endpoint that started a task. */
export const acceptedTask = ({
  task,
  episode,
}: Accepted): { task: string; status: z.infer<typeof EpisodeTask>['status']; data: { key: EpisodeKey } } => ({
  task,
  status: 'PROCESSING',
  data: { key: episode },
});
