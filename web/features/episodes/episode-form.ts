import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { NewEpisode, type Episode } from '#contract/api/episode.ts';
import type { Podcast } from '#contract/api/podcasts.ts';

const { chapters: _chapters, description: _description, ...written } = NewEpisode.shape;

/** The fields of the episode form; the audio editor saves chapters, and the plain description is derived from the rich one. */
export const WrittenEpisode = z
  .object({
    ...written,
    /** Draft, publish on save, or publish at `publish_date`. */
    when: z.enum(['draft', 'now', 'date']),
  })
  .check(
    z.refine(({ when, publish_date }) => when !== 'date' || typeof publish_date === 'string', {
      path: ['publish_date'],
      message: 'Please enter a date and time.',
    }),
  );
export type WrittenInput = z.input<typeof WrittenEpisode>;
export type WrittenOutput = z.output<typeof WrittenEpisode>;
export type EpisodeFormModel = UseFormReturn<WrittenInput, unknown, WrittenOutput>;

/** What a new episode takes from its podcast and the last numbered one of its newest episodes (`recent`, newest first). */
type Origin = { podcast: Pick<Podcast, 'author' | 'explicit'>; recent?: readonly Episode[] | undefined };

/** The initial values of the form for an existing or a new episode, which continues the numbering. */
export const valuesOf = (episode: Episode | undefined, { podcast, recent = [] }: Origin): WrittenInput =>
  episode ? writtenOf(episode) : blankOf(podcast, recent);

const blankOf = (podcast: Origin['podcast'], recent: readonly Episode[]): WrittenInput => {
  const last = recent.find((one) => one.episode !== null);
  return {
    title: '',
    author: podcast.author || (recent[0]?.author ?? ''),
    season: last?.season ?? null,
    episode: typeof last?.episode === 'number' ? last.episode + 1 : null,
    explicit: podcast.explicit,
    subtitle: '',
    rich_description: '',
    summary: '',
    tags: [],
    episode_type: 'full',
    block: false,
    published: false,
    publish_date: null,
    link: '',
    persons: [],
    when: 'draft',
  };
};

const writtenOf = (episode: Episode): WrittenInput => ({
  title: episode.title,
  subtitle: episode.subtitle,
  rich_description: richOf(episode),
  summary: episode.summary,
  author: episode.author,
  tags: episode.tags,
  season: episode.season,
  episode: episode.episode,
  episode_type: episode.episode_type,
  explicit: episode.explicit,
  block: episode.block,
  published: episode.published,
  publish_date: episode.publish_date,
  link: episode.link,
  persons: episode.persons,
  when: episode.published ? 'date' : 'draft',
});

/** The request body of the form: publishing now sends no date, a draft keeps its date. */
export const bodyOf = ({ when, publish_date, ...rest }: WrittenOutput): Omit<WrittenOutput, 'when'> => ({
  ...rest,
  published: when !== 'draft',
  publish_date: when === 'now' ? null : (publish_date ?? null),
});

/** The rich description, or the plain one of an import as paragraphs. */
const richOf = (episode: Episode): string => {
  if (episode.rich_description !== '' || episode.description === '') return episode.rich_description;
  return episode.description
    .split(/\n{2,}/)
    .map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
};

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;' })[letter] ?? '&gt;');
