import type { Updateable } from 'kysely';
import type { ChangedPodcast } from '#contract/podcast.ts';
import type { PodcastsTable } from '#server/kernel/db/podcast-tables.ts';

/** The columns of what a body names; what it doesn't name isn't touched. */
export const podcastColumns = (body: ChangedPodcast): Updateable<PodcastsTable> => {
  const { categories, keywords, funding, persons, ...plain } = body;
  const listed = { categories, keywords, funding, persons };
  const documents = Object.entries(listed).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, JSON.stringify(list)]],
  );
  const named = Object.entries(plain).filter(([name, value]) => value !== undefined && name !== 'station_key');
  return Object.fromEntries([...named, ...documents]) as Updateable<PodcastsTable>;
};
