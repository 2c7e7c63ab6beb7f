import type * as z from 'zod/mini';
import type { ChangedEpisode, Episode, NewEpisode } from '#contract/api/episode.ts';
import type { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { artFiles, checkArt, removeArt, getPodcast, storeArt } from '../podcasts.service.ts';
import { addEpisode } from './add-episode.ts';
import { columnsOf } from './episode-columns.ts';
import { episodeChanged, episodeDeleted } from './episodes.events.ts';
import { presentEpisode } from './episodes.presenter.ts';
import * as repo from './episodes.repo.ts';

export { acceptEpisodeAudio, type AudioDeps } from './accept-audio.ts';
export { episodeFileUrl, transcriptUrl } from './episodes.presenter.ts';
export type { EpisodeRow } from './episodes.repo.ts';

type Deps = Pick<Kernel, 'db' | 'config' | 'clock' | 'events'>;
type Art = Parameters<typeof storeArt>[0];

/** One page of a podcast's episodes. */
export const listEpisodes = async (
  { db, config, clock }: Pick<Kernel, 'db' | 'config' | 'clock'>,
  key: PodcastKey,
  page: Parameters<typeof repo.listEpisodes>[2],
): Promise<z.infer<typeof episodes.list.spec.returns>> => {
  checkDepth(page.offset, 'offset');
  const podcast = await getPodcast({ db }, key);
  const { rows, ...total } = await repo.listEpisodes(db, key, page);
  const context = { config, podcast, now: clock.now() };
  return { entities: rows.map((row) => presentEpisode(row, context)), ...total };
};

/** One episode; refuses with `episode.notFound`. */
export const getEpisode = async (
  { db, config, clock }: Pick<Kernel, 'db' | 'config' | 'clock'>,
  key: EpisodeKey,
): Promise<Episode> => {
  const row = (await repo.findEpisode(db, key)) ?? refuse('episode.notFound');
  return presentEpisode(row, { config, podcast: await getPodcast({ db }, row.podcast_key), now: clock.now() });
};

/**
 * Creates an episode without audio, a draft unless `published`. Its GUID is its key unless an import gives one. Refuses
 * with `podcast.notFound`, and with `episode.guidTaken` if the podcast already has that GUID.
 */
export const createEpisode = async (
  deps: Deps,
  podcast: PodcastKey,
  body: z.output<typeof NewEpisode> & { guid?: string },
): Promise<Episode> => {
  const key = await deps.db.transaction().execute((tx) => addEpisode(tx, deps, podcast, body));
  return await getEpisode(deps, key);
};

/** Changes an episode's details and logo; refuses logos that break spec §5 and chapters beyond the end of the audio. */
export const changeEpisode = async (
  deps: Deps & Art,
  key: EpisodeKey,
  body: z.output<typeof ChangedEpisode>,
  logo: string | undefined,
): Promise<Episode> => {
  const image = logo === undefined ? undefined : await storeLogo(deps, logo);
  try {
    const before = await deps.db.transaction().execute(async (tx) => {
      const row = (await repo.lockEpisode(tx, key)) ?? refuse('episode.notFound');
      const columns = columnsOf(body, row, deps.clock.now());
      await repo.updateEpisode(tx, key, { ...columns, ...(image === undefined ? {} : { image }) });
      await deps.events.emit(tx, episodeChanged, { key, podcast: row.podcast_key });
      return row.image;
    });
    if (image !== undefined) await removeArt(deps, before);
  } catch (error) {
    if (image !== undefined) await removeArt(deps, image);
    throw error;
  }
  return await getEpisode(deps, key);
};

const storeLogo = async (deps: Art, path: string): Promise<string> => {
  await checkArt(deps, path);
  return await storeArt(deps, path);
};

/** Deletes an episode; an event in the same transaction removes its files. */
export const removeEpisode = async (deps: Deps, key: EpisodeKey): Promise<undefined> => {
  await deps.db.transaction().execute(async (tx) => {
    const row = (await repo.lockEpisode(tx, key)) ?? refuse('episode.notFound');
    const files = [row.original, row.audio, row.peaks, row.transcript].filter((file) => file !== null);
    await repo.removeEpisode(tx, key);
    const ids = { key, podcast: row.podcast_key };
    await deps.events.emit(tx, episodeDeleted, { ...ids, files: [...files, ...artFiles(row.image)] });
  });
};

/** A podcast's public episodes, the newest first; none if the podcast isn't public. */
export const publishedEpisodes = async (db: Db, podcast: PodcastKey, now: Date): Promise<repo.EpisodeRow[]> =>
  await repo.publishedRows(db, podcast, now);

/** A public episode; undefined if it doesn't exist or isn't public. */
export const publishedEpisode = async (db: Db, key: EpisodeKey, now: Date): Promise<repo.EpisodeRow | undefined> =>
  await repo.publishedRow(db, key, now);
