import type { SiteBlock } from '#contract/api/site-blocks.ts';
import { html, type Html } from '#server/platform/pages/html.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import type { SiteSource } from './site-source.ts';

/** What a block is shown with. `isFirst`: it has the heading of the page. */
export type BlockContext = { deps: StationPageDeps; source: SiteSource; at: PageLanguage; isFirst: boolean };

/** A section with a heading, the author's or else our word; `id` is that of the block. The script shows a hidden one once it has something to show. */
export const section = (
  { id, title }: Pick<SiteBlock, 'id' | 'title'>,
  { word, at: { at, source } }: { word: string; at: BlockContext },
  content: Html,
  { isHidden = false }: { isHidden?: boolean } = {},
): Html =>
  html`<section class="stack" aria-labelledby="h-${id}" ${isHidden && html`hidden`}>
    <h2 id="h-${id}" ${title !== '' && writtenIn(at, source.content.language)}>${title || word}</h2>
    ${content}
  </section>`;
