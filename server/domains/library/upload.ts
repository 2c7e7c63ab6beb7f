import type { ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { library } from '#contract/api/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { tracksAllowed } from '#contract/rules/plans.ts';
import { featuresOfStation, lockFeaturesOfStation } from '#server/domains/billing/billing.service.ts';
import { checkStorage } from '#server/domains/billing/storage.service.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { newKey, randomLetters } from '#server/kernel/keys.ts';
import { audioFiles, refuseIfDiskFull, displayName } from '#server/platform/audio-files.ts';
import type { Uploader } from '#server/platform/uploads/resumable.ts';
import { sendTask } from './library.events.ts';
import { countTracks, findCopy, insertTask, insertUpload, lockLibrary } from './library.repo.ts';

export type UploadDeps = Pick<Kernel, 'db' | 'storage' | 'jobs'> & { audio: AudioEngine };

export type AcceptedUpload = ReturnsOf<SpecOf<typeof library.upload>>;

/**
 * Accepts an upload: stores the file and creates its task before it returns (spec §4). Refuses at once what is empty,
 * not audio, too large or beyond the plan; errors found while decoding appear in the task. An exact copy of a file in
 * the library ends with the existing track.
 */
export const acceptUpload = async (
  deps: UploadDeps,
  station: StationKey,
  who: Uploader,
  upload: { file: UploadedFile; name: string | undefined; task?: string },
): Promise<AcceptedUpload> => {
  const { file, task = randomLetters(22) } = upload;
  if (file.size > limits.uploadMaxBytes) refuse('media.tooLarge', { max: `${limits.uploadMaxBytes / 1024 ** 3} GB` });
  const kind = await deps.audio.identify(file.path);
  const { size, sha256 } = file;
  const filename = displayName(upload.name ?? file.filename);
  const copy = sha256 === '' ? undefined : await findCopy(deps.db, station, { sha256 });
  if (copy) return await endAsCopy(deps, { task, station, filename, track: copy.key }, who);
  await checkCanUpload(deps, station, who);

  const key = newKey('track');
  const original = `originals/${key}.${audioFiles[kind].ending}`;
  await deps.storage.putFile(original, file.path, audioFiles[kind].type).catch(refuseIfDiskFull);
  try {
    await registerUpload(deps, { key, station, original, size, sha256, filename, task, kind: 'prepareTrack' }, who);
    return { task, status: 'PROCESSING', data: null, duplicate: false };
  } catch (error) {
    await deps.storage.remove(original);
    throw error;
  }
};

/** Ends an upload whose bytes are already in the library; it counts towards no limit. */
const endAsCopy = async (
  { db }: UploadDeps,
  { task, station, filename, track }: { task: string; station: StationKey; filename: string; track: TrackKey },
  who: Uploader,
): Promise<AcceptedUpload> => {
  const result = { status: 'SUCCESS', progress: 100, duplicate: true } as const;
  const row = { id: task, station_key: station, user_id: who?.id ?? null, filename, track_key: track, ...result };
  await insertTask(db, row);
  return { task, status: 'SUCCESS', data: { key: track }, duplicate: true };
};

/** Refuses if audio can't be processed here, or the station has reached its plan's track limit. */
export const checkCanUpload = async (
  deps: Pick<Kernel, 'db'> & { audio: AudioEngine },
  station: StationKey,
  who: Uploader,
): Promise<void> => {
  if (!(await deps.audio.available())) refuse('media.encoderMissing');
  const plan = await featuresOfStation(deps.db, station);
  const allowed = tracksAllowed({ isPortalAdmin: who?.isPortalAdmin ?? false, plan });
  if ((await countTracks(deps.db, station)) >= allowed) refuse('plan.tracksExceeded');
};

export type NewTrack = {
  key: TrackKey;
  station: StationKey;
  original: string;
  size: number;
  sha256: string;
  filename: string;
  url?: string;
  task: string;
  /** The job of the next step. */
  kind: 'prepareTrack' | 'fetchTrack';
};

/** Creates a track and its task; enforces the plan's limits under concurrent uploads (`plan.tracksExceeded`). */
export const registerUpload = async (
  deps: Pick<Kernel, 'db' | 'jobs'>,
  track: NewTrack,
  who: Uploader,
): Promise<void> => {
  const { key, station, original, size, sha256, filename, task, url = null } = track;
  await deps.db.transaction().execute(async (tx) => {
    const plan = await lockFeaturesOfStation(tx, station);
    await lockLibrary(tx, station);
    const allowed = tracksAllowed({ isPortalAdmin: who?.isPortalAdmin ?? false, plan });
    if ((await countTracks(tx, station)) >= allowed) refuse('plan.tracksExceeded');
    await checkStorage(tx, { station_key: station }, size, { who });
    await insertUpload(
      tx,
      { key, station_key: station, title: filename, filename, original, size, sha256, url, state: 'preparing' },
      { id: task, station_key: station, user_id: who?.id ?? null, filename, track_key: key },
    );
    await sendTask(deps, track.kind, task, tx);
  });
};
