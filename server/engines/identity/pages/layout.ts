import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Brand } from '#contract/rules/brand.ts';
import { assetAt, brandPage, brandStyle, type Asset, type Icon } from '#server/kernel/pages/brand-page.ts';
import type { Html } from '#server/kernel/pages/html.ts';
import { realmPathOf, type Config } from '#server/kernel/config.ts';

/** The realm's path, the shared stylesheet of its pages, in the brand's colours, and their scripts. */
export type PageTheme = { brand: Brand; realm: string; style: Asset; script: Asset; webauthn: Asset };

export const pageThemeOf = (brand: Brand, config: Pick<Config, 'brand'>): PageTheme => {
  const realm = realmPathOf(config);
  const folder = `${realm}/pages`;
  return {
    brand,
    realm,
    style: brandStyle(folder, brand),
    script: script(folder, new URL('./pages.js', import.meta.url)),
    webauthn: script(folder, webauthnBundle),
  };
};

/** The library's UMD bundle for pages without a build: `SimpleWebAuthnBrowser`. */
const webauthnBundle = fileURLToPath(
  new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
);

const script = (folder: string, file: URL | string): Asset =>
  assetAt(folder, 'js', 'text/javascript; charset=utf-8', readFileSync(file, 'utf8'));

export type Page = {
  title: string;
  lead?: Html | string;
  body?: Html;
  icon?: Icon;
  webauthn?: boolean;
};

/** A page of the identity provider. */
export const page = (
  { brand, style, script: own, webauthn }: PageTheme,
  { webauthn: needsIt, ...shown }: Page,
): string => brandPage({ ...shown, brand, style, scripts: needsIt === true ? [webauthn, own] : [own] });
