import { setTimeout as pause } from 'node:timers/promises';
import { say } from '#contract/brand.ts';
import { errors } from '#contract/errors.ts';
import type { EpisodeKey, PodcastKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import { checkDisk } from '#server/kernel/storage/disk-room.ts';
import type { EpisodeRow } from '../episodes/episodes.repo.ts';
import { createEpisode, takeEpisodeAudio } from '../episodes/episodes.service.ts';
import { addExtras, type ExtrasDeps } from './add-extras.ts';
import { fetchChapters, tidyChapters } from './fetch-chapters.ts';
import { fetchFile, Stopped } from './fetch-file.ts';
import { episodeByGuid, hasAudio, updateItem, type ItemRow } from './import-items.repo.ts';
import { plainWording } from './plain-wording.ts';
import type { FeedEpisode } from './read/read-item.ts';

export type EpisodeDeps = ExtrasDeps & Parameters<typeof takeEpisodeAudio>[0];

const bounds = { maxBytes: limits.uploadMaxBytes, timeoutMs: 2 * 3_600_000, accept: 'audio/*, */*;q=0.5' };
const pausesMs = [1000, 5000];
const progressMs = 1000;

/**
 * Takes one episode of an import in: its sound is fetched first, so that one that can't be had leaves nothing behind. Called
 * again for one that was begun it goes on where that stopped. Its reason is written down where it fails.
 */
export const importEpisode = async (deps: EpisodeDeps, podcast: PodcastKey, row: ItemRow): Promise<void> => {
  const item = row.item as FeedEpisode;
  const notes: string[] = [...item.notes];
  const note = (text: string): void => void notes.push(text);
  try {
    if (!(await updateItem(deps.db, row, { state: 'fetching', progress: 0 }))) return;
    const before = await episodeByGuid(deps.db, podcast, item.guid);
    if (before && hasAudio(before)) {
      await finish(deps, row, item, before, note);
      await updateItem(deps.db, row, { state: 'handed', episode_key: before.key, notes: JSON.stringify(notes) });
      return;
    }
    await checkDisk(deps.config);
    const key = await withWorkFile(deps, async (path) => {
      await fetchSound(deps, row, item, path);
      const made = before ?? (await create(deps, podcast, item, note));
      if (!(await updateItem(deps.db, row, { episode_key: made.key }))) return made.key;
      await finish(deps, row, item, made, note);
      await takeEpisodeAudio(deps, podcast, made.key, { path, filename: nameIn(item.audio) }, undefined);
      return made.key;
    });
    await updateItem(deps.db, row, { state: 'handed', episode_key: key, progress: 100, notes: JSON.stringify(notes) });
  } catch (error) {
    if (error instanceof Stopped) return;
    if (!(error instanceof Refusal))
      deps.log.warn({ err: error, import: row.import_id }, 'an episode was not imported');
    const refusal = error instanceof Refusal ? error : new Refusal('import.failed', {}, {});
    const reason = say(errors[refusal.code][2], plainWording, refusal.details);
    await updateItem(deps.db, row, { state: 'failed', reason, notes: JSON.stringify(notes) });
  }
};

/** What comes beside the sound, as far as the episode lacks it. */
const finish = async (
  deps: EpisodeDeps,
  { import_id }: ItemRow,
  item: FeedEpisode,
  episode: Pick<EpisodeRow, 'key' | 'image' | 'transcript' | 'podcast_key'>,
  note: (text: string) => void,
): Promise<void> =>
  await addExtras(deps, item, episode, note).catch((error: unknown) => {
    deps.log.warn({ err: error, import: import_id }, 'the picture or transcript of an episode was not imported');
    note('Its picture or transcript could not be kept.');
  });

const create = async (
  deps: EpisodeDeps,
  podcast: PodcastKey,
  item: FeedEpisode,
  note: (text: string) => void,
): Promise<{ key: EpisodeKey; podcast_key: PodcastKey; image: null; transcript: null }> => {
  const fetched = item.chapters === '' ? [] : await fetchChapters(deps, item.chapters, note);
  const chapters = tidyChapters(fetched.length > 0 ? fetched : (item.values.chapters ?? []));
  const { key } = await createEpisode(deps, podcast, { ...item.values, chapters, guid: item.guid });
  return { key, podcast_key: podcast, image: null, transcript: null };
};

/** What may go well a moment later is tried again: a lost connection, a server that is busy. */
const fetchSound = async (deps: EpisodeDeps, row: ItemRow, { audio }: FeedEpisode, path: string): Promise<void> => {
  if (audio === '') refuse('import.noAudio');
  for (const wait of [...pausesMs, undefined]) {
    try {
      return await fetchFile(deps, audio, path, bounds, progressOf(deps, row));
    } catch (error) {
      if (wait === undefined || !isPassing(error)) throw error;
      await pause(wait);
    }
  }
};

const isPassing = (error: unknown): boolean =>
  error instanceof Refusal &&
  error.code === 'outbound.refused' &&
  /in time|reached|cut short|answered (408|425|429|5\d\d)/.test(String(error.details['reason']));

/** Writes progress down at most once a second, and thereby learns whether anybody still wants it. */
const progressOf = ({ db }: Pick<EpisodeDeps, 'db'>, row: ItemRow): ((share: number) => boolean) => {
  let [last, isWanted] = [Date.now(), true];
  return (share) => {
    if (Date.now() - last < progressMs) return isWanted;
    last = Date.now();
    updateItem(db, row, { progress: Math.min(99, Math.floor(share * 100)) }).then(
      (found) => (isWanted = found),
      () => undefined,
    );
    return isWanted;
  };
};

/** What a file is called in its address. */
const nameIn = (address: string): string => {
  const name = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name) || 'episode.mp3';
  } catch {
    return name;
  }
};
