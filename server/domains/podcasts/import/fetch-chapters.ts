import * as z from 'zod/mini';
import type { Chapter } from '#contract/api/episode.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { webUrl, singleLine } from './read/feed-values.ts';

const mostChapters = 500;
/** Entries read of a longer list, before tidying. */
const maxRead = 5000;
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

/** Fetches an episode's chapters (Podcasting 2.0 JSON). Empty if that fails; the reason goes to `note`. */
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
    const document = status === 200 ? z.safeParse(Chapters, parseDocument(body.toString('utf8'))) : undefined;
    if (document?.success)
      return tidyChapters(document.data.chapters.filter(({ toc }) => toc !== false).map(chapterOf));
    note(
      `The chapters were left out: ${status === 200 ? 'they could not be read' : `the server responded with status ${status}`}.`,
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(`The chapters were left out: ${String(error.details['reason'] ?? 'they could not be fetched')}.`);
  }
  return [];
};

/** Chapters sorted, without duplicate times, and each with a title. */
export const tidyChapters = (chapters: Chapter[]): Chapter[] => {
  const valid = chapters.filter(({ start, title }) => start >= 0 && start <= latestS && title !== '');
  const sorted = valid.toSorted((one, other) => one.start - other.start);
  return sorted.filter(({ start }, i) => start !== sorted[i - 1]?.start).slice(0, mostChapters);
};

const chapterOf = ({ startTime, title, url }: { startTime: number; title?: unknown; url?: unknown }): Chapter => ({
  start: startTime,
  title: singleLine(typeof title === 'string' ? title : '', 200),
  url: typeof url === 'string' ? webUrl(url) : '',
});

const parseDocument = (text: string): unknown => {
  try {
    const document = JSON.parse(text.replace(/^\uFEFF/, '')) as { chapters?: unknown };
    const { chapters } = document;
    return Array.isArray(chapters) ? { chapters: chapters.slice(0, maxRead) } : document;
  } catch {
    return undefined;
  }
};
