import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { NewEpisode, type Episode } from '#contract/episode.ts';

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

/** The initial values of the form for an existing or a new episode. */
export const valuesOf = (episode: Episode | undefined, explicit: boolean): WrittenInput => ({
  title: episode?.title ?? '',
  subtitle: episode?.subtitle ?? '',
  rich_description: richOf(episode),
  summary: episode?.summary ?? '',
  author: episode?.author ?? '',
  tags: episode?.tags ?? [],
  season: episode?.season ?? null,
  episode: episode?.episode ?? null,
  episode_type: episode?.episode_type ?? 'full',
  explicit: episode?.explicit ?? explicit,
  block: episode?.block ?? false,
  published: episode?.published ?? false,
  publish_date: episode?.publish_date ?? null,
  link: episode?.link ?? '',
  persons: episode?.persons ?? [],
  when: episode?.published ? 'date' : 'draft',
});

/** The request body of the form: publishing now sends no date, a draft keeps its date. */
export const bodyOf = ({ when, publish_date, ...rest }: WrittenOutput): Omit<WrittenOutput, 'when'> => ({
  ...rest,
  published: when !== 'draft',
  publish_date: when === 'now' ? null : (publish_date ?? null),
});

/** The rich description, or the plain one of an import as paragraphs. */
const richOf = (episode: Episode | undefined): string => {
  if (!episode) return '';
  if (episode.rich_description !== '' || episode.description === '') return episode.rich_description;
  return episode.description
    .split(/\n{2,}/)
    .map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
};

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;' })[letter] ?? '&gt;');
