import type * as z from 'zod/mini';
import type { NewEpisode } from '#contract/api/episode.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import { columnsOf } from './episode-columns.ts';
import { episodeChanged } from './episodes.events.ts';
import { shareLockPodcast, insertEpisode } from './episodes.repo.ts';

/**
 * Inserts a new episode; its GUID is its key unless one is given. Refuses with `podcast.notFound` and
 * `episode.guidTaken`.
 */
export const addEpisode = async (
  tx: Tx,
  { events, clock }: Pick<Kernel, 'events' | 'clock'>,
  podcast: PodcastKey,
  { guid, ...body }: z.output<typeof NewEpisode> & { guid?: string },
): Promise<EpisodeKey> => {
  if (!(await shareLockPodcast(tx, podcast))) refuse('podcast.notFound');
  const key = newKey('episode');
  const columns = { ...columnsOf(body, undefined, clock.now()), title: body.title };
  const row = await insertEpisode(tx, { ...columns, key, podcast_key: podcast, guid: guid ?? key });
  if (!row) refuse('episode.guidTaken');
  await events.emit(tx, episodeChanged, { key, podcast });
  return key;
};
