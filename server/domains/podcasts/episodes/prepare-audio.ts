import { setTimeout as pause } from 'node:timers/promises';
import type { AudioEdit } from '#contract/api/episode.ts';
import { refuseIfDiskFull } from '#server/platform/audio-files.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import type { AudioEngine, AudioKind, Survey } from '#server/engines/audio/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { cleanCuts, remainingParts, moveChapters } from './cuts.ts';
import { tagsHash, tagsOf, withCover } from './episode-tags.ts';
import { findTask, raiseProgress, type TaskRow } from './episode-tasks.repo.ts';
import { findEpisode, findPodcastTags, type EpisodeRow } from './episodes.repo.ts';
import { registerFile } from './orphaned-files.ts';
import { failTask, swapAudio } from './swap-audio.ts';

export type PrepareDeps = Pick<Kernel, 'db' | 'storage' | 'config' | 'log' | 'events' | 'clock'> & {
  audio: AudioEngine;
  images: ImageEngine;
};

const attempts = 3;
const pauseMs = 2000;
/** Progress in percent when the file has been surveyed, and when it has been rendered. */
const shares = { surveyed: 30, rendered: 95 };
const progressMs = 1000;

/**
 * Prepares an uploaded file for delivery: measures it by decoding, computes its peaks, cuts and levels it as requested,
 * encodes it only if its frames can't be copied, tags it, and replaces the previous audio in one transaction. Does
 * nothing for a task that has ended or is being prepared elsewhere.
 */
export const prepareAudio = async (deps: PrepareDeps, id: string): Promise<void> =>
  await runExclusive(deps, `episode ${id}`, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await prepareOnce(deps, id);
      } catch (error) {
        if (error instanceof Refusal) return await failTask(deps, id, error);
        if (attempt === attempts) return await failTask(deps, id, new Refusal('episode.uploadFailed', {}, {}));
        deps.log.warn({ err: error, task: id, attempt }, 'could not prepare an episode; retrying');
        await pause(pauseMs * attempt);
      }
    }
  });

const prepareOnce = async (deps: PrepareDeps, id: string): Promise<void> => {
  const task = await findTask(deps.db, id);
  const row = task?.episode_key && (await findEpisode(deps.db, task.episode_key));
  if (!task || !row || task.status !== 'PROCESSING') return;
  const original = task.original ?? row.original ?? refuse('episode.noAudio');
  const path = await deps.storage.localPath(original);
  const kind = await deps.audio.identify(path);
  const progress = progressWriter(deps, id);
  const survey =
    task.original === null
      ? undefined
      : await deps.audio.survey(path, kind, {
          progress: (part) => progress(part * shares.surveyed),
        });
  const source = { path, kind, ...extentOf(row, survey) };
  const edit = editOf(task, source.durationMs);
  await withWorkFile(deps, async (out) => {
    const ms = await render(deps, source, edit, out, (part) =>
      progress(shares.surveyed + part * (shares.rendered - shares.surveyed)),
    );
    const stored = await finish(deps, { row, task, edit, ms }, out);
    const peaks = survey && (await storePeaks(deps, survey));
    await swapAudio(deps, { task, edit, ms, original, source, peaks, ...stored });
  });
};

const extentOf = (row: EpisodeRow, survey: Survey | undefined): { durationMs: number; channels: number } =>
  survey ?? { durationMs: row.original_ms, channels: row.original_channels };

/** A new file starts without cuts. */
const editOf = ({ edit }: TaskRow, durationMs: number): AudioEdit =>
  edit === null ? { cuts: [], level: false } : { ...edit, cuts: cleanCuts(edit.cuts, durationMs / 1000) };

type Source = { path: string; kind: AudioKind; durationMs: number; channels: number };

/** Renders the audio to `out` and returns its duration, ms. */
const render = async (
  { audio }: PrepareDeps,
  source: Source,
  { cuts, level }: AudioEdit,
  out: string,
  progress: (part: number) => void,
): Promise<number> => {
  const parts = remainingParts(cuts, source.durationMs / 1000);
  if (source.kind === 'mp3' && !parts && !level) {
    const copied = await audio.copyFrames(source.path, out).catch(refuseIfDiskFull);
    if (copied) return copied.isSameLength ? source.durationMs : (await audio.survey(out, 'mp3')).durationMs;
  }
  return (await audio.renderEpisode(source, { parts, level }, out, { progress }).catch(refuseIfDiskFull)).durationMs;
};

type Rendered = { row: EpisodeRow; task: TaskRow; edit: AudioEdit; ms: number };

/** Tags the rendered audio and stores it. */
const finish = async (deps: PrepareDeps, { row, task, edit, ms }: Rendered, rendered: string) => {
  const before = task.original === null ? row.edit.cuts : edit.cuts;
  const chapters = moveChapters(row.chapters, before, edit.cuts, ms / 1000);
  const podcast = (await findPodcastTags(deps.db, row.podcast_key)) ?? refuse('podcast.notFound');
  const tags = tagsOf({ ...row, chapters }, podcast, ms);
  const audio = newAudioKey();
  await registerFile(deps.db, audio, deps.clock.now());
  const written = await withWorkFile(deps, async (out) => {
    const tagged = await deps.audio.tagEpisode(rendered, await withCover(deps, tags), out).catch(refuseIfDiskFull);
    await deps.storage.putFile(audio, out, 'audio/mpeg').catch(refuseIfDiskFull);
    return tagged;
  });
  return { audio, size: written.size, hash: written.sha256, tags: tagsHash(tags) };
};

/** A new storage key for delivered audio; every version has its own. */
export const newAudioKey = (): string => `episodes/audio/${randomLetters(22)}.mp3`;

/** Stores the peaks behind a header, their number per second. */
const storePeaks = async ({ db, storage, clock }: PrepareDeps, { peaks, perSecond }: Survey): Promise<string> => {
  const head = Buffer.alloc(8);
  head.writeDoubleLE(perSecond);
  const file = `episodes/peaks/${randomLetters(22)}.bin`;
  await registerFile(db, file, clock.now());
  await storage
    .put(
      file,
      Buffer.concat([head, Buffer.from(peaks.buffer, peaks.byteOffset, peaks.length)]),
      'application/octet-stream',
    )
    .catch(refuseIfDiskFull);
  return file;
};

/** Stores progress at most once a second; errors are ignored. */
const progressWriter = (deps: Pick<Kernel, 'db'>, task: string): ((percent: number) => void) => {
  let last = 0;
  return (percent) => {
    if (Date.now() - last < progressMs) return;
    last = Date.now();
    raiseProgress(deps.db, task, Math.floor(percent)).catch(() => undefined);
  };
};
