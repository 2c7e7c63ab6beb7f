import type * as z from 'zod/mini';
import type { ChangedEpisode, Chapter } from '#contract/episode.ts';
import { cleanHtml } from '#server/platform/rich-text.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { plainText } from './describe.ts';
import type { EpisodeRow } from './episodes.repo.ts';

/**
 * What a form says, as it is kept: rich text clean, the plain description made of it where there is none, chapters in order, and
 * a publication without a date dated now. `before` is what there was. Refuses chapters that begin behind the audio's end.
 */
export const columnsOf = (body: z.output<typeof ChangedEpisode>, before: EpisodeRow | undefined, now: Date) => {
  const { tags, persons, chapters, rich_description, publish_date: _date, ...plain } = body;
  return {
    ...withoutUnset(plain),
    ...descriptions(body.description, rich_description, before),
    ...publication(body, before, now),
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(persons && { persons: JSON.stringify(persons) }),
    ...(chapters && { chapters: JSON.stringify(inOrder(chapters, before)) }),
  };
};

const withoutUnset = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

/** A description that was made of the rich one goes on to follow it. */
const descriptions = (
  description: string | undefined,
  rich: string | undefined,
  before: EpisodeRow | undefined,
): { description?: string; rich_description?: string } => {
  if (rich === undefined) return {};
  const rich_description = cleanHtml(rich);
  const wasMade = !before || before.description === plainText(before.rich_description);
  const isGiven = description !== undefined && description !== '' && !(wasMade && description === before?.description);
  if (isGiven || (description === undefined && !wasMade)) return { rich_description };
  return { rich_description, description: plainText(rich_description) };
};

const publication = (
  { published, publish_date }: z.output<typeof ChangedEpisode>,
  before: EpisodeRow | undefined,
  now: Date,
): { publish_date?: Date | null } => {
  const asked = publish_date ? new Date(publish_date) : null;
  const wanted = publish_date === undefined ? (before?.publish_date ?? null) : asked;
  const isOut = published ?? before?.published ?? false;
  return { publish_date: isOut && wanted === null ? now : wanted };
};

const inOrder = (chapters: Chapter[], before: EpisodeRow | undefined): Chapter[] => {
  const end = before && before.audio !== null ? before.audio_ms / 1000 : Infinity;
  const beyond = chapters.findIndex(({ start }) => start >= end);
  if (beyond >= 0)
    refuse('request.invalid', {}, { [`chapters.${beyond}.start`]: 'A chapter begins before the end of the audio.' });
  const sorted = chapters.toSorted((one, other) => one.start - other.start);
  const twice = sorted.findIndex(({ start }, i) => start === sorted[i - 1]?.start);
  if (twice >= 0) refuse('request.invalid', {}, { chapters: 'Two chapters begin at the same time.' });
  return sorted;
};
