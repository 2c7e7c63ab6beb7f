import { createHash } from 'node:crypto';
import type { EpisodeTags } from '#server/engines/audio/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { artKey } from '../podcasts.service.ts';
import type { EpisodeRow } from './episodes.repo.ts';

type Podcast = { title: string; author: string; image: string | null };
type TagContent = { tags: Omit<EpisodeTags, 'cover'>; image: string | null };

/** Large enough for every player's screen, small compared to the audio. */
const coverPx = 1000;
/** Increase when the way tags are written changes, so that all files are tagged again. */
const version = 1;

/** The content of an episode's tags; `ms` is the duration of its audio. */
export const tagsOf = (row: EpisodeRow, podcast: Podcast, ms: number): TagContent => ({
  tags: {
    title: row.title,
    subtitle: row.subtitle,
    artist: row.author || podcast.author || podcast.title,
    album: podcast.title,
    date: row.publish_date?.toISOString().slice(0, 10) ?? '',
    episode: row.episode,
    season: row.season,
    chapters: row.chapters
      .map(({ start, title, url }) => ({ startMs: Math.round(start * 1000), title, url }))
      .filter(({ startMs }) => startMs < ms)
      .map((chapter, i, all) => ({ ...chapter, endMs: all[i + 1]?.startMs ?? ms })),
  },
  image: row.image ?? podcast.image,
});

/**
 * Identifies a version of the tags. The key `said` is part of stored hashes: another name would tag every file again.
 */
export const tagsHash = ({ tags, image }: TagContent): string =>
  createHash('sha256')
    .update(JSON.stringify([version, coverPx, { said: tags, image }]))
    .digest('hex');

/** The tags with their cover; an unreadable cover is logged and left out. */
export const withCover = async (
  { storage, images, log }: Pick<Kernel, 'storage' | 'log'> & { images: ImageEngine },
  { tags, image }: TagContent,
): Promise<EpisodeTags> => {
  if (image === null) return { ...tags, cover: undefined };
  try {
    const { data } = await images.jpeg(await storage.localPath(artKey(image, 'jpg')), coverPx);
    return { ...tags, cover: data };
  } catch (error) {
    log.warn({ err: error, image }, 'could not read the cover for the tags of an episode');
    return { ...tags, cover: undefined };
  }
};
