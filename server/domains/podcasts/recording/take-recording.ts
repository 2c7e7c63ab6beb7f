import type { ErrorCode } from '#contract/errors.ts';
import type { EngineRecording } from '#contract/engine-recordings.ts';
import type { Recording } from '#contract/recording-schedules.ts';
import { titleOfRecording } from '#contract/recording-title.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { checkDisk } from '#server/kernel/storage/disk-room.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { enterEpisode } from '../episodes/enter-episode.ts';
import { takeEpisodeAudio, type AudioDeps } from '../episodes/episodes.service.ts';
import { chaptersOf } from './recording-chapters.ts';
import type { RecordingEngine } from './recording-engine.ts';
import { failureLetter } from './recording-letter.ts';
import { fetchRecording } from './recording-sound.ts';
import {
  claimRecording,
  failRecording,
  finishRecording,
  managersOf,
  recordedPlace,
  releaseRecording,
  type RecordingRow,
} from './recording.repo.ts';

export type TakeDeps = AudioDeps & Pick<Kernel, 'mail' | 'log' | 'config'> & { engine: RecordingEngine };

/** A process that took a recording and died is waited for so long. */
export const claimMs = 60 * 60_000;
/** An engine that can't be reached for so long has lost what it recorded. */
const engineMs = 7 * 86_400_000;
/** Trying again would not help; a full disk or a missing encoder is waited for. */
const forGood: ReadonlySet<string> = new Set([
  ...(['media.empty', 'media.notAudio', 'media.tooLong', 'media.tooLarge'] as const),
  ...(['media.tagsTooLarge', 'media.tagsUnreadable'] as const),
  ...(['plan.storageExceeded'] as const),
  ...(['podcast.notFound', 'episode.notFound'] as const),
] satisfies ErrorCode[]);
/** The engine may be a little behind its end. */
const graceMs = 60_000;
const longestMs = 30 * 60_000;

/**
 * Makes an episode of a recording that is over: once, however often this is called. Where there is no sound it is told why, on the
 * page and by mail; while the engine can't be reached it throws, to be tried again.
 */
export const takeRecording = async (deps: TakeDeps, id: string): Promise<void> => {
  const now = deps.clock.now();
  const row = await claimRecording(deps.db, id, now, new Date(now.getTime() - claimMs));
  if (!row) return;
  try {
    const reason = await take(deps, row);
    if (reason) await fail(deps, row, reason);
    await deps.engine.remove(id).catch((error: unknown) => deps.log.warn({ id, err: error }, 'a recording is left'));
  } catch (error) {
    await releaseRecording(deps.db, id);
    throw error;
  }
};

/** Ends a recording that is no episode because processes were killed while they made it, and mails its people. */
export const giveUpRecording = async (deps: TakeDeps, id: string): Promise<void> => {
  const row = await claimRecording(deps.db, id, deps.clock.now(), deps.clock.now());
  if (row) await fail(deps, row, 'abandoned');
};

/** Gives why there is no episode. */
const take = async (deps: TakeDeps, row: RecordingRow): Promise<Recording['reason']> => {
  const late = deps.clock.now().getTime() - row.ends.getTime();
  const told = await deps.engine.find(row.id).catch((error: unknown) => {
    if (late > engineMs) return undefined;
    throw error;
  });
  // The engine forgets the stations that are deleted.
  if (!told) return (await recordedPlace(deps.db, row))?.isAway ? 'offAir' : 'engine';
  if (told.state !== 'over' && late < graceMs) throw new Error('The engine is still recording.');
  if (told.pieces.length === 0 || isSilence(told)) return failureOf(told);
  try {
    await checkDisk(deps.config);
    await withWorkFile(deps, async (path) => {
      const sound = await fetchRecording(deps, told, path, AbortSignal.timeout(longestMs));
      await makeEpisode(deps, row, { ...sound, path, chapters: chaptersOf(told) });
    });
    return null;
  } catch (error) {
    if (error instanceof Refusal && forGood.has(error.code)) return 'refused';
    throw error;
  }
};

/** A station without a source sends silence for a while. */
const isSilence = ({ sources }: EngineRecording): boolean =>
  sources.length > 0 && sources.every(({ source }) => source === 'silence' || source === 'none');

const failureOf = ({ reason }: EngineRecording): NonNullable<Recording['reason']> => {
  if (reason === 'disk') return 'disk';
  return reason === 'failed' ? 'engine' : 'offAir';
};

type Sound = { path: string; codec: string; ms: number; chapters: ReturnType<typeof chaptersOf> };

/** The episode and that it is this recording's are written at once, so that another try goes on with it. */
const makeEpisode = async (deps: TakeDeps, row: RecordingRow, { path, codec, ms, chapters }: Sound): Promise<void> => {
  const timezone = knownZone(row.timezone);
  const station = (await recordedPlace(deps.db, row))?.station ?? '';
  const title = titleOfRecording(row.title, { ...row, timezone, station, begin: row.begins.getTime() });
  const body = { title, chapters, published: row.publish === 'published' };
  const episode =
    row.episode_key ??
    (await deps.db.transaction().execute(async (tx) => {
      const key = await enterEpisode(tx, deps, row.podcast_key, body);
      await tx.updateTable('recordings').set({ episode_key: key }).where('id', '=', row.id).execute();
      return key;
    }));
  await takeEpisodeAudio(deps, row.podcast_key, episode, { path, filename: `${title}.${codec}` }, undefined);
  await finishRecording(deps.db, row.id, episode, ms);
};

const fail = async (deps: TakeDeps, row: RecordingRow, reason: NonNullable<Recording['reason']>): Promise<void> => {
  if (!(await failRecording(deps.db, row.id, reason))) return;
  deps.log.warn({ id: row.id, station: row.station_key, reason }, 'nothing was recorded');
  const place = await recordedPlace(deps.db, row);
  // Who deleted or suspended it needs no mail about it.
  if (!place || place.isAway) return;
  const url = urlOf(deps.config.publicUrl, { ...place, key: row.podcast_key });
  const letter = failureLetter({ ...row, ...place, reason, url });
  for (const to of await managersOf(deps.db, place.account_key)) await deps.mail.send({ to, ...letter });
};

const urlOf = (publicUrl: string, { account_key, key }: { account_key: string; key: string }): string =>
  new URL(`accounts/${account_key}/podcasts/${key}/recording`, `${publicUrl}/`).href;
