import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkStorage } from '#server/domains/billing/storage.service.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { checkDisk } from '#server/kernel/storage/disk-space.ts';
import { audioFiles, refuseIfDiskFull } from '#server/platform/audio-files.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { fetchFailed } from '#server/kernel/outbound/fetch-failure.ts';
import { openMedia } from './add-url.ts';
import { sendTask } from './library.events.ts';
import * as repo from './library.repo.ts';
import { checkResponse } from './media-url.ts';
import { shares } from './render.ts';
import { failTask, progressOf } from './task.ts';

export type FetchDeps = Pick<Kernel, 'db' | 'storage' | 'config' | 'log' | 'jobs' | 'outbound'> & {
  audio: AudioEngine;
};

const bounds = { timeoutMs: 30 * 60_000, stallMs: 30_000 };

/**
 * Downloads the file of a track that was added by URL, and queues its preparation. On failure, ends the task with the
 * reason; does nothing if the file was already downloaded.
 */
export const fetchTrack = async (deps: FetchDeps, id: string): Promise<void> => {
  try {
    await fetchOnce(deps, id);
  } catch (error) {
    if (!(error instanceof Refusal)) deps.log.warn({ err: error, task: id }, 'could not download a track');
    await failTask(deps, id, error instanceof Refusal ? error : new Refusal('media.uploadFailed', {}, {}));
  }
};

const fetchOnce = async (deps: FetchDeps, id: string): Promise<void> => {
  const task = await repo.findTask(deps.db, id);
  const track = task?.track_key && (await repo.findTrack(deps.db, task.track_key));
  if (!task || !track || task.status !== 'PROCESSING' || track.url === null || track.sha256 !== '') return;
  await checkDisk(deps.config);
  const { url, original } = track;
  const { size, sha256 } = await withWorkFile(deps, async (path) => {
    const file = await download(deps, url, path, progressOf(deps, id));
    await checkMp3(deps.audio, path);
    await deps.storage.putFile(original, path, audioFiles.mp3.type).catch(refuseIfDiskFull);
    return file;
  });
  const exists = await deps.db.transaction().execute(async (tx) => {
    await checkStorage(tx, { station_key: track.station_key }, size);
    if (!(await repo.updateTrack(tx, track.key, { size, sha256 }))) return false;
    await sendTask(deps, 'prepareTrack', id, tx);
    return true;
  });
  if (!exists) await deps.storage.remove(original);
};

/** Downloads a URL to a file, at most its announced length. */
const download = async (
  deps: FetchDeps,
  url: string,
  path: string,
  progress: (percent: number) => void,
): Promise<{ size: number; sha256: string }> => {
  const { body, ...response } = await openMedia(deps, url, bounds);
  try {
    const length = checkResponse(response);
    const hash = createHash('sha256');
    let size = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        progress((size / length) * shares.fetched);
        const isTooLarge = size > length;
        done(isTooLarge ? new Refusal('outbound.refused', { reason: 'the response is too large' }, {}) : null, chunk);
      },
    });
    await pipeline(body, count, createWriteStream(path, { flags: 'wx', mode: 0o640 })).catch(refuseInterrupted);
    if (size < length) throw fetchFailed('truncated');
    return { size, sha256: hash.digest('hex') };
  } finally {
    body.destroy();
  }
};

const refuseInterrupted = (error: unknown): never => {
  if (error instanceof Refusal) throw error;
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuseIfDiskFull(error);
  throw fetchFailed('truncated');
};

const checkMp3 = async (audio: AudioEngine, path: string): Promise<void> => {
  const kind = await audio.identify(path).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'media.notAudio') throw error;
    const reason = String(error.details['reason']);
    throw new Refusal(reason.includes('playlist') ? 'media.urlIsStream' : 'media.urlNotMp3', { reason }, {});
  });
  if (kind !== 'mp3') refuse('media.urlNotMp3', { reason: `it is ${kind.toUpperCase()}` });
};
