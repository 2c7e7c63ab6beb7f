import type { Brand } from '#contract/rules/brand.ts';
import { playerLanguages } from '#contract/rules/player-languages.ts';
import { directionOf } from '#contract/rules/text-direction.ts';
import { html, trusted, type Html } from './html.ts';
import type { PageAssets } from './page-assets.ts';
import type { PageLanguage } from './page-language.ts';

export type PageDeps = { brand: Brand; assets: PageAssets };

export type PageHead = {
  title: string;
  description: string;
  /** Its canonical URL. */
  url: string;
  /** URL of the image for link previews. */
  image: string | null;
  /** Whether the image is a card of 1200 × 630, shown large. */
  isCard?: boolean;
  /** Whose pages these are; the brand's by default. */
  siteName?: string;
  /** URL of an icon instead of the brand's. */
  icon?: string;
  kind: 'website' | 'music.song' | 'music.radio_station' | 'profile';
  /** Of what the page says by itself; what others wrote says its own (`writtenIn`). */
  at: PageLanguage;
  /** Further elements of the head. */
  more?: readonly Html[];
  /** schema.org, as JSON-LD. */
  data?: unknown;
  /** The scripts and further stylesheets of this kind of page; the player of episodes by default. */
  scripts?: readonly string[];
  styles?: readonly string[];
  embedded?: boolean;
  isHidden?: boolean;
};

/**
 * A complete public page, without inline scripts or styles, in the language and the direction of its visitor. Search engines learn
 * which others it speaks.
 */
export const page = ({ brand, assets }: PageDeps, head: PageHead, body: Html): string =>
  html`<!doctype html>
    <html
      lang="${head.at.language}"
      dir="${directionOf(head.at.language)}"
      ${head.embedded === true && trusted(' class="embed"')}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${head.title}</title>
        <meta name="description" content="${head.description}" />
        ${head.isHidden === true && trusted('<meta name="robots" content="noindex">')}
        <link rel="canonical" href="${canonicalOf(head)}" />
        ${head.embedded !== true && head.isHidden !== true && alternatesOf(head.url)}
        ${
          head.icon === undefined
            ? html`<link rel="icon" href="${assets.base}/icon.svg" type="image/svg+xml" />`
            : html`<link rel="icon" href="${head.icon}" type="image/webp" />`
        }
        ${['page.css', ...(head.styles ?? [])].map((file) => html`<link rel="stylesheet" href="${assets.base}/${file}" />`)}
        <meta property="og:type" content="${head.kind}" />
        <meta property="og:site_name" content="${head.siteName ?? brand.name}" />
        <meta property="og:title" content="${head.title}" />
        <meta property="og:description" content="${head.description}" />
        <meta property="og:url" content="${canonicalOf(head)}" />
        ${
          head.image !== null &&
          html`<meta property="og:image" content="${head.image}" />
            ${
              head.isCard === true &&
              trusted('<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">')
            }
            <meta name="twitter:image" content="${head.image}" />`
        }
        <meta name="twitter:card" content="${head.isCard === true ? 'summary_large_image' : 'summary'}" />
        <meta name="twitter:title" content="${head.title}" />
        <meta name="twitter:description" content="${head.description}" />
        ${head.more}
        ${head.data !== undefined && trusted(`<script type="application/ld+json">${jsonForHtml(head.data)}</script>`)}
      </head>
      <body>
        ${body}
        ${(head.scripts ?? ['episode-player.js']).map((file) => html`<script defer src="${assets.base}/${file}"></script>`)}
      </body>
    </html> `.html;

/** The URL of a page in one of our languages. */
const urlIn = (url: string, language: string): string => `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;
const canonicalOf = ({ url, at }: PageHead): string => (at.isChosen ? urlIn(url, at.language) : url);
const alternatesOf = (url: string): Html =>
  html`${playerLanguages.map((language) => html`<link rel="alternate" hreflang="${language}" href="${urlIn(url, language)}" />`)}<link
      rel="alternate"
      hreflang="x-default"
      href="${url}"
    />`;

/** The brand's mark as SVG. */
export const brandMark = ({ brand: { mark } }: PageDeps): Html =>
  html`<svg viewBox="0 0 32 32" aria-hidden="true">
    ${mark.strokes.map((line) => html`<path d="${line}" />`)}
    <circle cx="${mark.dot.x}" cy="${mark.dot.y}" r="${mark.dot.r}" fill="currentColor" stroke="none" />
  </svg>`;

/** The footer of every page. */
export const pageFooter = (deps: PageDeps, { copyright, links }: { copyright: string; links: FooterLinks }): Html =>
  html`<footer class="foot">
    <span>${copyright}</span
    ><span class="row"
      >${links.map(({ text, url }) => html`<a href="${url}">${text}</a>`)}<span class="mark"
        >${brandMark(deps)}${deps.brand.name}</span
      ></span
    >
  </footer>`;
export type FooterLinks = readonly { text: string; url: string }[];

/** JSON that can't close its script element. */
const jsonForHtml = (data: unknown): string =>
  JSON.stringify(data)
    .replace(/</g, '\\u003c')
    .replace(/[\u2028\u2029]/g, '');
