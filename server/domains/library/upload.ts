import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { UploadTask } from '#contract/library.ts';
import { limits } from '#contract/limits.ts';
import { tracksAllowed } from '#contract/plans.ts';
import { featuresOfStation, holdFeaturesOfStation } from '#server/domains/billing/billing.service.ts';
import type { AudioEngine, AudioKind } from '#server/engines/audio/port.ts';
import type { UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { newKey, randomLetters } from '#server/kernel/keys.ts';
import { uploadTaken } from './library.events.ts';
import { countTracks, insertUpload, lockLibrary } from './library.repo.ts';

export type UploadDeps = Pick<Kernel, 'db' | 'storage' | 'events'> & { audio: AudioEngine };

/** What is known of each kind of file: the ending it is kept under, and what it is served as. */
export const audioFiles: Record<AudioKind, { ending: string; type: string }> = {
  mp3: { ending: 'mp3', type: 'audio/mpeg' },
  aac: { ending: 'aac', type: 'audio/aac' },
  flac: { ending: 'flac', type: 'audio/flac' },
  wav: { ending: 'wav', type: 'audio/wav' },
  mov: { ending: 'm4a', type: 'audio/mp4' },
  ogg: { ending: 'ogg', type: 'audio/ogg' },
};

const longestName = 300;
type Uploader = { id: string; isPortalAdmin: boolean } | undefined;

/**
 * Takes an upload: the file is safe in storage, and its task written, before this returns (spec §4). Refuses
 * at once what is empty, no sound, too large or beyond the plan; what only decoding shows comes with the task.
 */
export const takeUpload = async (
  deps: UploadDeps,
  station: StationKey,
  who: Uploader,
  given: { file: UploadedFile; name: string | undefined },
): Promise<Pick<UploadTask, 'status' | 'data'> & { task: string }> => {
  const { file } = given;
  if (file.size > limits.uploadMaxBytes) refuse('media.tooLarge', { max: `${limits.uploadMaxBytes / 1024 ** 3} GB` });
  if (!(await deps.audio.available())) refuse('media.encoderMissing');
  const kind = await deps.audio.identify(file.path);
  const isPortalAdmin = who?.isPortalAdmin ?? false;
  const plan = await featuresOfStation(deps.db, station);
  if ((await countTracks(deps.db, station)) >= tracksAllowed({ isPortalAdmin, plan })) refuse('plan.tracksExceeded');

  const key = newKey('track');
  const original = `originals/${key}.${audioFiles[kind].ending}`;
  const { size, sha256 } = file;
  const filename = shownName(given.name ?? file.filename);
  await deps.storage.putFile(original, file.path, audioFiles[kind].type).catch(outOfRoom);
  try {
    const task = await write(deps, { key, station, original, size, sha256, filename }, who);
    return { task, status: 'PROCESSING', data: null };
  } catch (error) {
    await deps.storage.remove(original);
    throw error;
  }
};

type NewTrack = {
  key: TrackKey;
  station: StationKey;
  original: string;
  size: number;
  sha256: string;
  filename: string;
};

const write = async (deps: UploadDeps, track: NewTrack, who: Uploader): Promise<string> => {
  const id = randomLetters(22);
  const { key, station, original, size, sha256, filename } = track;
  await deps.db.transaction().execute(async (tx) => {
    const plan = await holdFeaturesOfStation(tx, station);
    await lockLibrary(tx, station);
    const allowed = tracksAllowed({ isPortalAdmin: who?.isPortalAdmin ?? false, plan });
    if ((await countTracks(tx, station)) >= allowed) refuse('plan.tracksExceeded');
    await insertUpload(
      tx,
      { key, station_key: station, title: filename, filename, original, size, sha256, state: 'preparing' },
      { id, station_key: station, user_id: who?.id ?? null, filename, track_key: key },
    );
    await deps.events.emit(tx, uploadTaken, { task: id });
  });
  return id;
};

/** The uploaded name as it is shown: its last part on one line. Nothing is ever stored under it. */
const shownName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
      .slice(0, longestName) || 'Untitled'
  );
};

/** Says that the disk is full where that is why; anything else passes on. */
export const outOfRoom = (error: unknown): never => {
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse('media.storageFull');
  throw error;
};
