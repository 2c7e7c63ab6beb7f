import { html, type Html } from '#server/platform/pages/html.ts';
import { type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { page, pageFooter } from '#server/platform/pages/page-shell.ts';
import { sitePageUrl } from '../site-urls.ts';
import { blocksOf } from './site-blocks.ts';
import { siteHead } from './site-head.ts';
import { siteImageUrl } from './site-picture.ts';
import type { SiteSource } from './site-source.ts';
import { siteWords, type SiteWords } from './site-words.ts';

/**
 * A page of a microsite, which works without scripts. `isPreview`: for the editor's frame, where nothing can be pressed and no script
 * runs.
 */
export const sitePage = (
  deps: StationPageDeps,
  source: SiteSource,
  { isPreview = false }: { isPreview?: boolean } = {},
): string => {
  const { content } = source;
  const { words, language } = siteWords(content.language, deps.brand.wording.Podcasts);
  const hasHero = source.page.blocks.some(({ type }) => type === 'hero');
  const links = [
    { text: 'Terms', url: source.terms },
    { text: 'Privacy', url: source.privacy },
  ];
  return page(
    deps,
    siteHead(deps, source, { isPreview }),
    html`<div class="wrap station site" ${isPreview && html`inert`}>
      ${siteHeader(deps, source, { words, language })}
      <main class="blocks">
        ${!hasHero && html`<h1>${source.page.path === '' ? content.title : source.page.title}</h1>`}
        ${blocksOf(deps, source, words)}
      </main>
      ${pageFooter(deps, { copyright: content.title, links: links.filter(({ url }) => url !== '') })}
    </div>`,
  );
};

/** The name of the site and the list of its pages. */
const siteHeader = (
  deps: StationPageDeps,
  { content, page: current, base }: SiteSource,
  { words, language }: { words: SiteWords; language: string },
): Html | false => {
  const { logo } = content.theme;
  const isListed = content.nav && content.pages.length > 1;
  if (!isListed && logo === null) return false;
  return html`<div class="site-bar">
    <a class="site-name" href="${base === '' ? '/' : base}"
      >${logo !== null && html`<img src="${siteImageUrl(deps, logo)}" alt="" width="40" height="40" />`}<span
        >${content.title}</span
      ></a
    >
    ${
      isListed &&
      html`<nav aria-label="${words.pages}" lang="${language}">
        <ul class="row">
          ${content.pages.map(
            ({ path, title }) =>
              html`<li>
                <a
                  class="pill"
                  href="${sitePageUrl(base, path) || '/'}"
                  lang="${content.language}"
                  ${path === current.path && html`aria-current="page"`}
                  >${title}</a
                >
              </li>`,
          )}
        </ul>
      </nav>`
    }
  </div>`;
};
