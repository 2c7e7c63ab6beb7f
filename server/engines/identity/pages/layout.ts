import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Brand } from '#contract/brand.ts';
import { realmPath } from '../realm.ts';
import { html, type Html } from './html.ts';

/** A file the pages link to, at a path with its hash, so that browsers cache it forever. */
export type Asset = { path: string; type: string; body: string };

/** The shared stylesheet of the pages, in the brand's colours, and their scripts. */
export type PageTheme = { brand: Brand; style: Asset; script: Asset; webauthn: Asset };

export const pageThemeOf = (brand: Brand): PageTheme => ({
  brand,
  style: asset('css', 'text/css; charset=utf-8', `${brandVariables(brand)}\n${read('./pages.css')}`),
  script: asset('js', 'text/javascript; charset=utf-8', read('./pages.js')),
  webauthn: asset('js', 'text/javascript; charset=utf-8', readFileSync(webauthnBundle, 'utf8')),
});

/** The library's UMD bundle for pages without a build: `SimpleWebAuthnBrowser`. */
const webauthnBundle = fileURLToPath(
  new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
);

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const asset = (ending: string, type: string, body: string): Asset => ({
  path: `${realmPath}/pages/${createHash('sha256').update(body).digest('hex').slice(0, 16)}.${ending}`,
  type,
  body,
});

const brandVariables = ({ theme }: Brand): string =>
  [
    ':root {',
    ...theme.primary.map((colour, shade) => `  --primary-${String(shade)}: ${colour};`),
    `  --radius: ${{ sm: '6px', md: '10px', lg: '16px' }[theme.radius]};`,
    `  --font: ${theme.fontFamily};`,
    '}',
  ].join('\n');

export type Page = {
  title: string;
  lead?: Html | string;
  body?: Html;
  icon?: 'mail' | 'done' | 'problem';
  webauthn?: boolean;
};

/** A complete page without inline scripts or styles, so that the CSP needs no exception. */
export const page = (
  { brand, style, script, webauthn }: PageTheme,
  { title, lead, body, icon, ...needs }: Page,
): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} - ${brand.name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style.path}" />
        ${needs.webauthn === true && html`<script src="${webauthn.path}" defer></script>`}
        <script src="${script.path}" defer></script>
      </head>
      <body>
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
