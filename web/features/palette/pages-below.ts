import type { Page, Pages } from '#web/lib/pages.ts';
import type { PageWords } from './page-words.ts';

type FoundPage = PageWords & { route: string; path: string; label: string };

/** The screens whose routes begin with `base` and have no further keys, with their words; `path` follows the base, '' is its own page. */
export const pagesBelow = (pages: Pages, base: string, words: Readonly<Record<string, PageWords>>): FoundPage[] =>
  [...pages].flatMap(([route, page]) => {
    const path = route.slice(base.length);
    const isBelow = route.startsWith(base) && (path === '' || path.startsWith('/'));
    return isBelow && !path.includes('$') && page.screen ? [{ label: nameOf(page), ...words[path], route, path }] : [];
  });

const nameOf = ({ nav, title }: Page): string =>
  (nav && nav.of !== 'shell' ? nav.name : undefined) ?? (typeof title === 'string' ? title : '');
