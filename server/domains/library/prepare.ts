import { setTimeout as pause } from 'node:timers/promises';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { enterPlaylist, touchStation } from '#server/domains/playout/playout.service.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import { alone } from '#server/kernel/db/alone.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { dropImage } from '#server/platform/images.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { keepEmbedded } from './artwork.ts';
import * as repo from './library.repo.ts';
import { renderTrack } from './render.ts';
import { failTask, progressOf } from './task.ts';

export type PrepareDeps = Pick<Kernel, 'db' | 'storage' | 'config' | 'log'> & {
  audio: AudioEngine;
  images: ImageEngine;
};

const attempts = 3;
const pauseMs = 2000;

/**
 * Prepares an uploaded track for the air: decoded and measured, rendered in the station's format, its artwork taken out
 * of its tags, put into the playlist in the order of the uploads, its task ended, all of it in one transaction. Where
 * the library has the same sound already, that track is what the upload came to. Called again for a task that is ended
 * or in other hands it does nothing.
 */
export const prepareTrack = async (deps: PrepareDeps, task: string): Promise<void> =>
  await alone(deps, `prepare ${task}`, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await prepareOnce(deps, task);
      } catch (error) {
        if (error instanceof Refusal) return await failTask(deps, task, error);
        if (attempt === attempts) return await failTask(deps, task, new Refusal('media.uploadFailed', {}, {}));
        deps.log.warn({ err: error, task, attempt }, 'a track could not be prepared and is tried again');
        await pause(pauseMs * attempt);
      }
    }
  });

/**
 * Renders what a station's tracks lack in its format or between their cue points (one was changed, or they are older than cue points): one after the other, the playlist in its
 * order first. The old renditions stay until then, and play on where the format lets them.
 */
export const prepareStation = async (deps: PrepareDeps, station: StationKey): Promise<void> =>
  await alone(deps, `station ${station}`, async () => {
    const given: TrackKey[] = [];
    for (;;) {
      const format = await repo.stationFormat(deps.db, station);
      const track = format && (await repo.nextWithoutRendition(deps.db, station, format, given));
      if (!track) return;
      given.push(track.key);
      try {
        const { rendition, sound } = await renderTrack(deps, track, format, () => undefined);
        await deps.db
          .transaction()
          .execute(async (tx) => {
            await repo.saveRendition(tx, rendition);
            await repo.updateTrack(tx, track.key, sound);
            await touchStation(tx, station);
          })
          .catch(async (error: unknown) => {
            if (!(await repo.findTrack(deps.db, track.key))) await deps.storage.remove(rendition.path);
            throw error;
          });
      } catch (error) {
        deps.log.error({ err: error, track: track.key }, 'a track could not be rendered in the new format');
      }
    }
  });

const prepareOnce = async (deps: PrepareDeps, id: string): Promise<void> => {
  const task = await repo.findTask(deps.db, id);
  const track = task?.track_key && (await repo.findTrack(deps.db, task.track_key));
  if (!task || !track || task.status !== 'PROCESSING') return;
  const format = await repo.stationFormat(deps.db, track.station_key);
  if (!format) return await failTask(deps, id, new Refusal('station.notFound', {}, {}));
  const path = await deps.storage.localPath(track.original);
  const kind = await deps.audio.identify(path);
  const tags = await deps.audio.tags(path, track.filename);
  const sound_hash = (await withWorkFile(deps, (out) => deps.audio.soundHash(path, kind, out))) ?? null;
  if (await isCopy(deps, id, track, sound_hash)) return;
  const { rendition, measure, sound } = await renderTrack(deps, track, format, progressOf(deps, id));
  const artwork = await keepEmbedded(deps, path, kind);
  try {
    const { durationMs, loudness, truePeak, codec, bitrate } = measure;
    const known = { duration_ms: durationMs, loudness, true_peak: truePeak, codec, bitrate, sound_hash };
    if (await enter(deps, { id, track, values: { ...tags, ...known, ...sound, artwork } }, rendition)) return;
  } catch (error) {
    await dropImage(deps, artwork);
    throw error;
  }
  // The track was removed while it was rendered, or another one with its sound was quicker.
  await deps.storage.remove(rendition.path);
  await dropImage(deps, artwork);
};

type Prepared = { id: string; track: repo.TrackRow; values: Parameters<typeof repo.updateTrack>[2] };

/** False where the track is gone, or its sound in the library by now. */
const enter = async (
  deps: PrepareDeps,
  { id, track, values }: Prepared,
  rendition: Parameters<typeof repo.saveRendition>[1],
): Promise<boolean> => {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    await repo.lockLibrary(tx, track.station_key);
    if (await endAsCopy(tx, id, track, values.sound_hash ?? null)) return 'copy';
    if (!(await repo.updateTrack(tx, track.key, { ...values, state: 'ready' }))) {
      await repo.updateTask(tx, id, goneTask);
      return 'gone';
    }
    await repo.saveRendition(tx, rendition);
    await enterPlaylist(tx, track.station_key, track.key);
    await touchStation(tx, track.station_key);
    await repo.updateTask(tx, id, { status: 'SUCCESS', progress: 100 });
    return 'kept';
  });
  if (outcome === 'copy') await deps.storage.remove(track.original);
  return outcome === 'kept';
};

const goneTask = { status: 'ERROR', error_code: 'media.notFound', error_message: 'The track was deleted.' } as const;

const isCopy = async (
  deps: PrepareDeps,
  id: string,
  track: repo.TrackRow,
  sound_hash: string | null,
): Promise<boolean> => {
  const isEnded = await deps.db.transaction().execute(async (tx) => {
    await repo.lockLibrary(tx, track.station_key);
    return await endAsCopy(tx, id, track, sound_hash);
  });
  if (isEnded) await deps.storage.remove(track.original);
  return isEnded;
};

/** Where the library has the same sound, the task comes to that track, and its own goes. */
const endAsCopy = async (tx: Tx, id: string, track: repo.TrackRow, sound_hash: string | null): Promise<boolean> => {
  const bySound = sound_hash === null ? undefined : await repo.findCopy(tx, track.station_key, { sound_hash });
  const copy = bySound ?? (await repo.findCopy(tx, track.station_key, { sha256: track.sha256 }));
  if (!copy || copy.key === track.key) return false;
  await repo.updateTask(tx, id, { status: 'SUCCESS', progress: 100, track_key: copy.key, duplicate: true });
  await repo.removeTrack(tx, track.key);
  return true;
};
