import { html, type Html } from '#server/platform/pages/html.ts';
import { type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { page, pageFooter } from '#server/platform/pages/page-shell.ts';
import { sitePageUrl } from '../site-urls.ts';
import { blocksOf } from './site-blocks.ts';
import { siteHead } from './site-head.ts';
import { siteImageUrl } from './site-picture.ts';
import type { SiteSource } from './site-source.ts';

/**
 * A page of a microsite, which works without scripts. `isPreview`: for the editor's frame, where nothing can be pressed and no script
 * runs.
 */
export const sitePage = (
  deps: StationPageDeps,
  source: SiteSource,
  { at, isPreview = false }: { at: PageLanguage; isPreview?: boolean },
): string => {
  const { content } = source;
  const own = writtenIn(at, content.language);
  const hasHero = source.page.blocks.some(({ type }) => type === 'hero');
  const links = [
    { text: at.words.terms, url: source.terms },
    { text: at.words.privacy, url: source.privacy },
  ];
  return page(
    deps,
    siteHead(deps, source, { at, isPreview }),
    html`<div class="wrap station site" ${isPreview && html`inert`}>
      ${siteHeader(deps, source, at)}
      <main class="blocks">
        ${!hasHero && html`<h1 ${own}>${source.page.path === '' ? content.title : source.page.title}</h1>`}
        ${blocksOf(deps, source, at)}
      </main>
      ${pageFooter(deps, { copyright: content.title, links: links.filter(({ url }) => url !== '') })}
    </div>`,
  );
};

/** The name of the site and the list of its pages. */
const siteHeader = (
  deps: StationPageDeps,
  { content, page: current, base }: SiteSource,
  at: PageLanguage,
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
      html`<nav aria-label="${at.words.pages}">
        <ul class="row">
          ${content.pages.map(
            ({ path, title }) =>
              html`<li>
                <a
                  class="pill"
                  href="${sitePageUrl(base, path) || '/'}"
                  ${writtenIn(at, content.language)}
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
