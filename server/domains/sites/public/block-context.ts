import type { SiteBlock } from '#contract/site-blocks.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import type { SiteSource } from './site-source.ts';
import type { SiteWords } from './site-words.ts';

/** What a block is shown with. `isFirst`: it has the heading of the page. */
export type BlockContext = { deps: StationPageDeps; source: SiteSource; words: SiteWords; isFirst: boolean };

/** A section with a heading; `id` is that of the block. The script shows a hidden one once it has something to show. */
export const section = (
  { id, title }: Pick<SiteBlock, 'id' | 'title'>,
  word: string,
  content: Html,
  { isHidden = false }: { isHidden?: boolean } = {},
): Html =>
  html`<section class="stack" aria-labelledby="h-${id}" ${isHidden && html`hidden`}>
    <h2 id="h-${id}">${title || word}</h2>
    ${content}
  </section>`;
