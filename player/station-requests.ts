import type { RequestWords } from '#contract/rules/player-words.ts';
import { createRequestPanel } from './requests/request-panel.ts';

/* Song requests in the page of a station, in place of the form that leads to a page of its own; in the words of that page. */

for (const box of document.querySelectorAll<HTMLElement>('[data-requests]')) {
  const base = box.dataset['requests'] ?? '';
  const words = JSON.parse(box.dataset['words'] ?? '{}') as RequestWords;
  box.querySelector('form')?.replaceWith(createRequestPanel({ base, words, language: document.documentElement.lang }));
}
