import { setTimeout as pause } from 'node:timers/promises';
import { fillText } from '#contract/rules/brand.ts';
import { errors } from '#contract/texts/errors.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import { checkDisk } from '#server/kernel/storage/disk-space.ts';
import { isTransient } from '#server/kernel/outbound/fetch-failure.ts';
import type { EpisodeRow } from '../episodes/episodes.repo.ts';
import { createEpisode, acceptEpisodeAudio } from '../episodes/episodes.service.ts';
import { addExtras, type ExtrasDeps } from './add-extras.ts';
import { fetchChapters, tidyChapters } from './fetch-chapters.ts';
import { fetchFile, FetchStopped } from './fetch-file.ts';
import { episodeByGuid, hasAudio, updateItem, type ItemRow } from './import-items.repo.ts';
import { plainWording } from './plain-wording.ts';
import type { FeedEpisode } from './read/read-item.ts';

export type EpisodeDeps = ExtrasDeps & Parameters<typeof acceptEpisodeAudio>[0];

const bounds = { maxBytes: limits.uploadMaxBytes, timeoutMs: 2 * 3_600_000, accept: 'audio/*, */*;q=0.5' };
const pausesMs = [1000, 5000];
const progressMs = 1000;

/**
 * Imports one episode. Its audio is fetched first, so that a failed download leaves nothing behind. Resumes an episode
 * that was interrupted. On failure the item gets the reason.
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
      await fetchAudio(deps, row, item, path);
      const episode = before ?? (await create(deps, podcast, item, note));
      if (!(await updateItem(deps.db, row, { episode_key: episode.key }))) return episode.key;
      await finish(deps, row, item, episode, note);
      await acceptEpisodeAudio(deps, podcast, episode.key, { path, filename: nameIn(item.audio) }, undefined);
      return episode.key;
    });
    await updateItem(deps.db, row, { state: 'handed', episode_key: key, progress: 100, notes: JSON.stringify(notes) });
  } catch (error) {
    if (error instanceof FetchStopped) return;
    if (!(error instanceof Refusal))
      deps.log.warn({ err: error, import: row.import_id }, 'could not import an episode');
    const refusal = error instanceof Refusal ? error : new Refusal('import.failed', {}, {});
    const reason = fillText(errors[refusal.code][2], plainWording, refusal.details);
    await updateItem(deps.db, row, { state: 'failed', reason, notes: JSON.stringify(notes) });
  }
};

/** Adds the image and transcript if the episode has none yet. */
const finish = async (
  deps: EpisodeDeps,
  { import_id }: ItemRow,
  item: FeedEpisode,
  episode: Pick<EpisodeRow, 'key' | 'image' | 'transcript' | 'podcast_key'>,
  note: (text: string) => void,
): Promise<void> =>
  await addExtras(deps, item, episode, note).catch((error: unknown) => {
    deps.log.warn({ err: error, import: import_id }, 'could not import the image or transcript of an episode');
    note('The image or transcript could not be saved.');
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

/** Retries transient failures: a lost connection, a busy server. */
const fetchAudio = async (deps: EpisodeDeps, row: ItemRow, { audio }: FeedEpisode, path: string): Promise<void> => {
  if (audio === '') refuse('import.noAudio');
  for (const wait of [...pausesMs, undefined]) {
    try {
      return await fetchFile(deps, audio, path, bounds, progressOf(deps, row));
    } catch (error) {
      if (wait === undefined || !isTransient(error)) throw error;
      await pause(wait);
    }
  }
};

/** Stores progress at most once a second; returns false once the item was cancelled. */
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

/** The file name in a URL. */
const nameIn = (url: string): string => {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name) || 'episode.mp3';
  } catch {
    return name;
  }
};
