import type { Updateable } from 'kysely';
import type { ChangedPodcast } from '#contract/api/podcast.ts';
import type { PodcastsTable } from './podcasts.tables.ts';

/** Columns for the fields present in a body; absent fields are left alone. */
export const podcastColumns = (body: ChangedPodcast): Updateable<PodcastsTable> => {
  const { categories, keywords, funding, persons, ...plain } = body;
  const listed = { categories, keywords, funding, persons };
  const documents = Object.entries(listed).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, JSON.stringify(list)]],
  );
  const scalars = Object.entries(plain).filter(([name, value]) => value !== undefined && name !== 'station_key');
  return Object.fromEntries([...scalars, ...documents]) as Updateable<PodcastsTable>;
};
