import { setTimeout as pause } from 'node:timers/promises';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { insertIntoPlaylist, touchStation } from '#server/domains/playout/playout.service.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { deleteImage } from '#server/platform/images.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { saveEmbeddedArtwork } from './artwork.ts';
import * as repo from './library.repo.ts';
import { renderTrack } from './render.ts';
import { failTask, progressOf } from './task.ts';

export type PrepareDeps = Pick<Kernel, 'db' | 'storage' | 'config' | 'log'> & {
  audio: AudioEngine;
  images: ImageEngine;
};

const attempts = 3;
const retryMs = 2000;

/**
 * Prepares an uploaded track for playout: measures it, renders it in the station's format and extracts its artwork;
 * then inserts it into the playlist in upload order and ends its task, in one transaction. If the library already has
 * the same audio, the upload ends with that track. Does nothing for a task that has ended or is processed elsewhere.
 */
export const prepareTrack = async (deps: PrepareDeps, task: string): Promise<void> =>
  await runExclusive(deps, `prepare ${task}`, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await prepareOnce(deps, task);
      } catch (error) {
        if (error instanceof Refusal) return await failTask(deps, task, error);
        if (attempt === attempts) return await failTask(deps, task, new Refusal('media.uploadFailed', {}, {}));
        deps.log.warn({ err: error, task, attempt }, 'could not prepare a track, will retry');
        await pause(retryMs * attempt);
      }
    }
  });

/**
 * Renders the tracks of a station that lack a rendition in its format or between their cue points, one after the other,
 * in playlist order first. Old renditions remain until then, and play as long as their format fits.
 */
export const prepareStation = async (deps: PrepareDeps, station: StationKey): Promise<void> =>
  await runExclusive(deps, `station ${station}`, async () => {
    const attempted: TrackKey[] = [];
    for (;;) {
      const format = await repo.stationFormat(deps.db, station);
      const track = format && (await repo.nextWithoutRendition(deps.db, station, format, attempted));
      if (!track) return;
      attempted.push(track.key);
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
        deps.log.error({ err: error, track: track.key }, 'could not render a track in the new format');
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
  const sound_hash = (await withWorkFile(deps, (out) => deps.audio.audioHash(path, kind, out))) ?? null;
  if (await isCopy(deps, id, track, sound_hash)) return;
  const { rendition, measure, sound } = await renderTrack(deps, track, format, progressOf(deps, id));
  const artwork = await saveEmbeddedArtwork(deps, path, kind);
  try {
    const { durationMs, loudness, truePeak, codec, bitrate } = measure;
    const measured = { duration_ms: durationMs, loudness, true_peak: truePeak, codec, bitrate, sound_hash };
    if (await finish(deps, { id, track, values: { ...tags, ...measured, ...sound, artwork } }, rendition)) return;
  } catch (error) {
    await deleteImage(deps, artwork);
    throw error;
  }
  // The track was deleted while it was rendered, or another upload with the same audio finished first.
  await deps.storage.remove(rendition.path);
  await deleteImage(deps, artwork);
};

type Prepared = { id: string; track: repo.TrackRow; values: Parameters<typeof repo.updateTrack>[2] };

/** Writes the prepared track; false if it was deleted, or its audio is in the library by now. */
const finish = async (
  deps: PrepareDeps,
  { id, track, values }: Prepared,
  rendition: Parameters<typeof repo.saveRendition>[1],
): Promise<boolean> => {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    await repo.lockLibrary(tx, track.station_key);
    if (await endAsCopy(tx, id, track, values.sound_hash ?? null)) return 'copy';
    if (!(await repo.updateTrack(tx, track.key, { ...values, state: 'ready' }))) {
      await repo.updateTask(tx, id, deletedTask);
      return 'deleted';
    }
    await repo.saveRendition(tx, rendition);
    await insertIntoPlaylist(tx, track.station_key, track.key);
    await touchStation(tx, track.station_key);
    await repo.updateTask(tx, id, { status: 'SUCCESS', progress: 100 });
    return 'ready';
  });
  if (outcome === 'copy') await deps.storage.remove(track.original);
  return outcome === 'ready';
};

const deletedTask = { status: 'ERROR', error_code: 'media.notFound', error_message: 'The track was deleted.' } as const;

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

/** If the library has the same audio, ends the task with that track and deletes the new one. */
const endAsCopy = async (tx: Tx, id: string, track: repo.TrackRow, sound_hash: string | null): Promise<boolean> => {
  const bySound = sound_hash === null ? undefined : await repo.findCopy(tx, track.station_key, { sound_hash });
  const copy = bySound ?? (await repo.findCopy(tx, track.station_key, { sha256: track.sha256 }));
  if (!copy || copy.key === track.key) return false;
  await repo.updateTask(tx, id, { status: 'SUCCESS', progress: 100, track_key: copy.key, duplicate: true });
  await repo.removeTrack(tx, track.key);
  return true;
};
