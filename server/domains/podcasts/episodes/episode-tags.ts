import { createHash } from 'node:crypto';
import type { EpisodeTags } from '#server/engines/audio/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { artKey } from '../podcasts.service.ts';
import type { EpisodeRow } from './episodes.repo.ts';

type Podcast = { title: string; author: string; image: string | null };
type Made = { said: Omit<EpisodeTags, 'cover'>; image: string | null };

/** Large enough for every player's screen, small beside the sound. */
const coverPx = 1000;
/** Raised when tags are written in another way, so that files get them. */
const version = 1;

/** What is to stand in an episode's tags, its audio being `ms` long. */
export const tagsOf = (row: EpisodeRow, podcast: Podcast, ms: number): Made => ({
  said: {
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

/** What tells tags apart. */
export const tagsHash = (made: Made): string =>
  createHash('sha256')
    .update(JSON.stringify([version, coverPx, made]))
    .digest('hex');

/** The tags with their picture; one that can't be read is no reason to have no audio. */
export const withCover = async (
  { storage, images, log }: Pick<Kernel, 'storage' | 'log'> & { images: ImageEngine },
  { said, image }: Made,
): Promise<EpisodeTags> => {
  if (image === null) return { ...said, cover: undefined };
  try {
    const { data } = await images.jpeg(await storage.localPath(artKey(image, 'jpg')), coverPx);
    return { ...said, cover: data };
  } catch (error) {
    log.warn({ err: error, image }, 'the picture of an episode could not be read for its tags');
    return { ...said, cover: undefined };
  }
};
