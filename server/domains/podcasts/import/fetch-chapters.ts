import * as z from 'zod/mini';
import type { Chapter } from '#contract/episode.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { address, line } from './read/feed-values.ts';

const mostChapters = 500;
/** Of a list that is longer no more is looked at. */
const mostRead = 5000;
const latestS = 12 * 3600;
const Chapters = z.object({
  chapters: z.array(
    z.object({
      startTime: z.coerce.number(),
      title: z.optional(z.unknown()),
      url: z.optional(z.unknown()),
      toc: z.optional(z.unknown()),
    }),
  ),
});

/** Fetches the chapters of an episode (JSON of Podcasting 2.0); none where they can't be had, and `note` says why. */
export const fetchChapters = async (
  { outbound }: Pick<Kernel, 'outbound'>,
  url: string,
  note: (text: string) => void,
): Promise<Chapter[]> => {
  try {
    const bounds = {
      maxBytes: 2 * 1024 ** 2,
      timeoutMs: 20_000,
      accept: 'application/json+chapters, application/json',
    };
    const { status, body } = await outbound.get(url, bounds);
    const found = status === 200 ? z.safeParse(Chapters, parsed(body.toString('utf8'))) : undefined;
    if (found?.success) return tidyChapters(found.data.chapters.filter(({ toc }) => toc !== false).map(chapterOf));
    note(`Its chapters were left out: ${status === 200 ? 'they could not be read' : `they answered ${status}`}.`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(`Its chapters were left out: ${String(error.details['reason'] ?? 'they could not be had')}.`);
  }
  return [];
};

/** Chapters as they may be kept: in order, no two at the same moment, each with a title. */
export const tidyChapters = (chapters: Chapter[]): Chapter[] => {
  const fit = chapters.filter(({ start, title }) => start >= 0 && start <= latestS && title !== '');
  const sorted = fit.toSorted((one, other) => one.start - other.start);
  return sorted.filter(({ start }, i) => start !== sorted[i - 1]?.start).slice(0, mostChapters);
};

const chapterOf = ({ startTime, title, url }: { startTime: number; title?: unknown; url?: unknown }): Chapter => ({
  start: startTime,
  title: line(typeof title === 'string' ? title : '', 200),
  url: typeof url === 'string' ? address(url) : '',
});

const parsed = (text: string): unknown => {
  try {
    const read = JSON.parse(text.replace(/^\uFEFF/, '')) as { chapters?: unknown };
    const { chapters } = read;
    return Array.isArray(chapters) ? { chapters: chapters.slice(0, mostRead) } : read;
  } catch {
    return undefined;
  }
};
