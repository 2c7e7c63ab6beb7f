import type { ErrorCode } from '#contract/texts/errors.ts';
import type { EngineRecording } from '#contract/engine/engine-recordings.ts';
import type { Recording } from '#contract/api/recording-schedules.ts';
import { titleOfRecording } from '#contract/rules/recording-title.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { checkDisk } from '#server/kernel/storage/disk-space.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { addEpisode } from '#server/domains/podcasts/episodes/add-episode.ts';
import { acceptEpisodeAudio, type AudioDeps } from '../episodes/episodes.service.ts';
import { chaptersOf } from './recording-chapters.ts';
import type { RecordingEngine } from './recording-engine.ts';
import { failureEmail } from './failure-email.ts';
import { fetchRecording } from './fetch-recording.ts';
import {
  claimRecording,
  failRecording,
  finishRecording,
  managersOf,
  recordingOwner,
  releaseRecording,
  type RecordingRow,
} from './recording.repo.ts';

export type RecordingDeps = AudioDeps & Pick<Kernel, 'mail' | 'log' | 'config'> & { engine: RecordingEngine };

/** After this time a claim of another process has expired. */
export const claimMs = 60 * 60_000;
/** After this time an unreachable engine counts as having lost the recording. */
const giveUpMs = 7 * 86_400_000;
/** Errors that a retry can't fix, unlike a full disk or a missing encoder. */
const permanentErrors: ReadonlySet<string> = new Set([
  ...(['media.empty', 'media.notAudio', 'media.tooLong', 'media.tooLarge'] as const),
  ...(['media.tagsTooLarge', 'media.tagsUnreadable'] as const),
  ...(['plan.storageExceeded'] as const),
  ...(['podcast.notFound', 'episode.notFound'] as const),
] satisfies ErrorCode[]);
/** How long after its end the engine may still be recording. */
const graceMs = 60_000;
const fetchTimeoutMs = 30 * 60_000;

/**
 * Turns a finished recording into an episode, exactly once. If there is no audio, the recording fails with a reason, on
 * the page and by e-mail. Throws while the engine can't be reached, so that the job is retried.
 */
export const processRecording = async (deps: RecordingDeps, id: string): Promise<void> => {
  const now = deps.clock.now();
  const row = await claimRecording(deps.db, id, now, new Date(now.getTime() - claimMs));
  if (!row) return;
  try {
    const reason = await toEpisode(deps, row);
    if (reason) await fail(deps, row, reason);
    await deps.engine
      .remove(id)
      .catch((error: unknown) => deps.log.warn({ id, err: error }, 'could not remove a recording from the engine'));
  } catch (error) {
    await releaseRecording(deps.db, id);
    throw error;
  }
};

/** Fails a recording whose processing was killed repeatedly, with an e-mail to the account's owners and admins. */
export const abandonRecording = async (deps: RecordingDeps, id: string): Promise<void> => {
  const row = await claimRecording(deps.db, id, deps.clock.now(), deps.clock.now());
  if (row) await fail(deps, row, 'abandoned');
};

/** Returns the reason if there is no episode, else null. */
const toEpisode = async (deps: RecordingDeps, row: RecordingRow): Promise<Recording['reason']> => {
  const late = deps.clock.now().getTime() - row.ends.getTime();
  const { id, begins, station_key: station } = row;
  const recording = await deps.engine.find({ id, begins, station }).catch((error: unknown) => {
    if (late > giveUpMs) return undefined;
    throw error;
  });
  // The engine drops deleted stations with their recordings.
  if (!recording) return (await recordingOwner(deps.db, row))?.isAway ? 'offAir' : 'engine';
  if (recording.state !== 'over' && late < graceMs) throw new Error('The engine is still recording.');
  if (recording.pieces.length === 0 || isSilence(recording)) return failureOf(recording);
  try {
    await checkDisk(deps.config);
    await withWorkFile(deps, async (path) => {
      const audio = await fetchRecording(deps, recording, path, AbortSignal.timeout(fetchTimeoutMs));
      await makeEpisode(deps, row, { ...audio, path, chapters: chaptersOf(recording) });
    });
    return null;
  } catch (error) {
    if (error instanceof Refusal && permanentErrors.has(error.code)) return 'refused';
    throw error;
  }
};

/** A station that lost its source sends silence for a while. */
const isSilence = ({ sources }: EngineRecording): boolean =>
  sources.length > 0 && sources.every(({ source }) => source === 'silence' || source === 'none');

const failureOf = ({ reason }: EngineRecording): NonNullable<Recording['reason']> => {
  if (reason === 'disk') return 'disk';
  return reason === 'failed' ? 'engine' : 'offAir';
};

type RecordedAudio = { path: string; codec: string; ms: number; chapters: ReturnType<typeof chaptersOf> };

/** Creates the episode and links it in one transaction, so that a retry continues with the same episode. */
const makeEpisode = async (
  deps: RecordingDeps,
  row: RecordingRow,
  { path, codec, ms, chapters }: RecordedAudio,
): Promise<void> => {
  const timezone = knownZone(row.timezone);
  const station = (await recordingOwner(deps.db, row))?.station ?? '';
  const title = titleOfRecording(row.title, { ...row, timezone, station, begin: row.begins.getTime() });
  const body = { title, chapters, published: row.publish === 'published' };
  const episode =
    row.episode_key ??
    (await deps.db.transaction().execute(async (tx) => {
      const key = await addEpisode(tx, deps, row.podcast_key, body);
      await tx.updateTable('recordings').set({ episode_key: key }).where('id', '=', row.id).execute();
      return key;
    }));
  await acceptEpisodeAudio(deps, row.podcast_key, episode, { path, filename: `${title}.${codec}` }, undefined);
  await finishRecording(deps.db, row.id, episode, ms);
};

const fail = async (
  deps: RecordingDeps,
  row: RecordingRow,
  reason: NonNullable<Recording['reason']>,
): Promise<void> => {
  if (!(await failRecording(deps.db, row.id, reason))) return;
  deps.log.warn({ id: row.id, station: row.station_key, reason }, 'nothing was recorded');
  const owner = await recordingOwner(deps.db, row);
  // No e-mail about a station that was deleted or suspended on purpose.
  if (!owner || owner.isAway) return;
  const url = urlOf(deps.config.publicUrl, { ...owner, key: row.podcast_key });
  const email = failureEmail({ ...row, ...owner, reason, url });
  for (const to of await managersOf(deps.db, owner.account_key)) await deps.mail.send({ to, ...email });
};

const urlOf = (publicUrl: string, { account_key, key }: { account_key: string; key: string }): string =>
  new URL(`accounts/${account_key}/podcasts/${key}/recording`, `${publicUrl}/`).href;
