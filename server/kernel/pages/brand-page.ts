import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Brand } from '#contract/rules/brand.ts';
import { html, type Html } from './html.ts';

/** A file that pages link to, at a path with its hash, so that browsers cache it forever. */
export type Asset = { path: string; type: string; body: string };

export const assetAt = (folder: string, ending: string, type: string, body: string): Asset => ({
  path: `${folder}/${createHash('sha256').update(body).digest('hex').slice(0, 16)}.${ending}`,
  type,
  body,
});

/** The style of pages that the server renders, in the brand's colours; `more` is what these pages need beside. */
export const brandStyle = (folder: string, { theme }: Brand, more = ''): Asset => {
  const variables = [
    ':root {',
    ...theme.primary.map((colour, shade) => `  --primary-${String(shade)}: ${colour};`),
    `  --radius: ${{ sm: '6px', md: '10px', lg: '16px' }[theme.radius]};`,
    `  --font: ${theme.fontFamily};`,
    '}',
  ].join('\n');
  const shared = readFileSync(new URL('./pages.css', import.meta.url), 'utf8');
  return assetAt(folder, 'css', 'text/css; charset=utf-8', `${variables}\n${shared}${more}`);
};

export type Icon = 'mail' | 'done' | 'problem';

export type BrandPage = {
  brand: Brand;
  style: Asset;
  scripts?: readonly Asset[];
  title: string;
  lead?: Html | string | undefined;
  icon?: Icon | undefined;
  body?: Html | undefined;
  /** Above the brand, across the page. */
  banner?: Html;
};

/** A complete page without inline scripts or styles, so that the CSP needs no exception. */
export const brandPage = ({ brand, style, scripts = [], title, lead, icon, body, banner }: BrandPage): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} - ${brand.name}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${style.path}" />
        ${scripts.map(({ path }) => html`<script src="${path}" defer></script>`)}
      </head>
      <body>
        ${banner}
        <header class="brand">${mark(brand)}<span>${brand.name}</span></header>
        <main class="card">
          ${icon && html`<div class="icon icon-${icon}" aria-hidden="true">${icons[icon]}</div>`}
          <h1>${title}</h1>
          ${lead !== undefined && html`<p class="lead">${lead}</p>`} ${body}
        </main>
      </body>
    </html>`.markup;

const mark = ({ mark: { strokes, dot } }: Brand): Html =>
  html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <g fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round">
      ${strokes.map((d) => html`<path d="${d}" />`)}
    </g>
    <circle cx="${dot.x}" cy="${dot.y}" r="${dot.r}" fill="currentColor" />
  </svg>`;

const strokeIcon = (paths: Html): Html =>
  html`<svg
    viewBox="0 0 24 24"
    width="28"
    height="28"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${paths}
  </svg>`;
const icons = {
  mail: strokeIcon(html`<rect x="3" y="5" width="18" height="14" rx="2" /> <path d="m3 7 9 6 9-6" />`),
  done: strokeIcon(html`<path d="m5 12.5 4.5 4.5L19 7.5" />`),
  problem: strokeIcon(html`<path d="M12 8v5m0 3.5v.01" /> <circle cx="12" cy="12" r="9" />`),
};
