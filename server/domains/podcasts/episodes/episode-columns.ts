import type * as z from 'zod/mini';
import type { ChangedEpisode, Chapter } from '#contract/api/episode.ts';
import { cleanHtml } from '#server/platform/rich-text.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { plainText } from './plain-text.ts';
import type { EpisodeRow } from './episodes.repo.ts';

/**
 * Columns for the fields of a form: rich text sanitized, a missing plain description derived from it, chapters sorted,
 * and the publish date of a published episode defaulting to now. `before` is the current row. Refuses chapters that
 * start behind the audio's end.
 */
export const columnsOf = (body: z.output<typeof ChangedEpisode>, before: EpisodeRow | undefined, now: Date) => {
  const { tags, persons, chapters, rich_description, publish_date: _date, ...plain } = body;
  return {
    ...withoutUnset(plain),
    ...descriptions(body.description, rich_description, before),
    ...publication(body, before, now),
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(persons && { persons: JSON.stringify(persons) }),
    ...(chapters && { chapters: JSON.stringify(sortedChapters(chapters, before)) }),
  };
};

const withoutUnset = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

/** A plain description that was derived from the rich one is derived again. */
const descriptions = (
  description: string | undefined,
  rich: string | undefined,
  before: EpisodeRow | undefined,
): { description?: string; rich_description?: string } => {
  if (rich === undefined) return {};
  const rich_description = cleanHtml(rich);
  const wasDerived = !before || before.description === plainText(before.rich_description);
  const isGiven =
    description !== undefined && description !== '' && !(wasDerived && description === before?.description);
  if (isGiven || (description === undefined && !wasDerived)) return { rich_description };
  return { rich_description, description: plainText(rich_description) };
};

const publication = (
  { published, publish_date }: z.output<typeof ChangedEpisode>,
  before: EpisodeRow | undefined,
  now: Date,
): { publish_date?: Date | null } => {
  const given = publish_date ? new Date(publish_date) : null;
  const wanted = publish_date === undefined ? (before?.publish_date ?? null) : given;
  const isPublished = published ?? before?.published ?? false;
  return { publish_date: isPublished && wanted === null ? now : wanted };
};

const sortedChapters = (chapters: Chapter[], before: EpisodeRow | undefined): Chapter[] => {
  const end = before && before.audio !== null ? before.audio_ms / 1000 : Infinity;
  const beyond = chapters.findIndex(({ start }) => start >= end);
  if (beyond >= 0)
    refuse('request.invalid', {}, { [`chapters.${beyond}.start`]: 'Chapters must start before the end of the audio.' });
  const sorted = chapters.toSorted((one, other) => one.start - other.start);
  const duplicate = sorted.findIndex(({ start }, i) => start === sorted[i - 1]?.start);
  if (duplicate >= 0) refuse('request.invalid', {}, { chapters: 'Two chapters start at the same time.' });
  return sorted;
};
