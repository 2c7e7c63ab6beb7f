import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { say, type Wording } from '#contract/brand.ts';
import { errors } from '#contract/errors.ts';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { AudioEngine, Measure, RenditionFormat } from '#server/engines/audio/port.ts';
import { enterPlaylist, touchStation } from '#server/domains/playout/playout.service.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import * as repo from './library.repo.ts';
import { audioFiles, outOfRoom } from './upload.ts';

export type PrepareDeps = Pick<Kernel, 'db' | 'storage' | 'config' | 'log'> & { audio: AudioEngine };

const attempts = 3;
const pauseMs = 2000;
const longestRenderMs = 6 * 3_600_000;
/** How the percent of a task are shared: reading it through, then encoding it. */
const measured = 30;
const rendered = 99;

/**
 * Prepares an uploaded track for the air: decoded and measured, rendered in the station's format, put into
 * the playlist in the order of the uploads, its task ended, all of it in one transaction. Called again for a task that is ended
 * or in other hands it does nothing.
 */
export const prepareTrack = async (deps: PrepareDeps, task: string): Promise<void> =>
  await alone(deps, `prepare ${task}`, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await prepareOnce(deps, task);
      } catch (error) {
        if (error instanceof Refusal) return await fail(deps, task, error);
        if (attempt === attempts) return await fail(deps, task, new Refusal('media.uploadFailed', {}, {}));
        deps.log.warn({ err: error, task, attempt }, 'a track could not be prepared and is tried again');
        await pause(pauseMs * attempt);
      }
    }
  });

/**
 * Renders what a station's tracks lack in its format (it was changed): one after the other, the playlist in its
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
        const { rendition } = await renderTrack(deps, track, format, () => undefined);
        await deps.db
          .transaction()
          .execute(async (tx) => {
            await repo.saveRendition(tx, rendition);
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
  if (!format) return await fail(deps, id, new Refusal('station.notFound', {}, {}));
  const tags = await deps.audio.tags(await deps.storage.localPath(track.original), track.filename);
  const { rendition, measure } = await renderTrack(deps, track, format, progressOf(deps, id));
  const isKept = await deps.db.transaction().execute(async (tx) => {
    const { durationMs, loudness, truePeak } = measure;
    const values = { ...tags, duration_ms: durationMs, loudness, true_peak: truePeak, state: 'ready' } as const;
    if (!(await repo.updateTrack(tx, track.key, values))) return false;
    await repo.saveRendition(tx, rendition);
    await enterPlaylist(tx, track.station_key, track.key);
    await touchStation(tx, track.station_key);
    await repo.updateTask(tx, id, { status: 'SUCCESS', progress: 100 });
    return true;
  });
  // The track was removed while it was rendered, and its other files with it.
  if (!isKept) await deps.storage.remove(rendition.path);
};

const renderTrack = async (
  deps: PrepareDeps,
  track: repo.TrackRow,
  format: RenditionFormat,
  progress: (percent: number) => void,
) => {
  const { audio, storage } = deps;
  const path = await storage.localPath(track.original);
  const kind = await audio.identify(path);
  const measure: Measure = await audio.measure(path, kind, format.channels, {
    progress: (part) => progress(part * measured),
  });
  const folder = workFolder(deps);
  await mkdir(folder, { recursive: true });
  const out = join(folder, `${leftover}${randomLetters(22)}`);
  try {
    const made = await audio
      .render({ path, kind, measure }, format, out, {
        progress: (part) => progress(measured + part * (rendered - measured)),
      })
      .catch(outOfRoom);
    const { codec, bitrate, sample_rate, channels } = format;
    const name = `renditions/${track.key}-${codec}-${bitrate}-${sample_rate}-${channels}.${audioFiles[codec].ending}`;
    await storage.putFile(name, out, audioFiles[codec].type).catch(outOfRoom);
    const { size, durationMs } = made;
    return {
      measure,
      rendition: {
        track_key: track.key,
        ...{ codec, bitrate, sample_rate, channels },
        path: name,
        size,
        duration_ms: durationMs,
      },
    };
  } finally {
    await rm(out, { force: true });
  }
};

const leftover = 'render-';
const workFolder = (deps: Pick<PrepareDeps, 'config'>): string => join(deps.config.dataDir, 'tmp');

/** Removes what killed processes left half rendered: whatever is older than any rendering lasts. */
export const removeLeftovers = async (deps: Pick<PrepareDeps, 'config'>): Promise<void> => {
  const folder = workFolder(deps);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = name.startsWith(leftover) ? await stat(path).catch(() => undefined) : undefined;
    if (found && Date.now() - found.mtimeMs > longestRenderMs) await rm(path, { force: true });
  }
};

/** Writes progress down at most once a second; it isn't worth failing for. */
const progressOf = (deps: PrepareDeps, task: string): ((percent: number) => void) => {
  let last = 0;
  return (percent) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    repo.updateTask(deps.db, task, { progress: Math.floor(percent) }).catch(() => undefined);
  };
};

const noWording = {} as Wording;

/** Ends a task with its reason; the file that is of no use goes, and nothing of it stays in the library. */
const fail = async (deps: PrepareDeps, id: string, reason: Refusal): Promise<void> => {
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

/** Runs the work unless another process is at it: the lock ends with its holder, however that ends. */
const alone = async (deps: PrepareDeps, what: string, work: () => Promise<void>): Promise<void> =>
  await deps.db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended(${what}, 0)`;
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${lock}) as free`.execute(connection);
    if (!rows[0]?.free) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
