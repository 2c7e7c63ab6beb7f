import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '#contract/rules/brand.ts';
import { bundleScripts } from '#server/kernel/pages/bundle-scripts.ts';
import { minified } from '#server/kernel/pages/minified.ts';

export type PageAssets = {
  /** Path prefix of the files; it changes with their content. */
  base: string;
  files: ReadonlyMap<string, { body: Buffer; type: string }>;
};

const scripts = ['episode-player', 'station-page', 'station-requests', 'person-page', 'site-page'];
const styles = ['page.css', 'station-page.css', 'site-page.css'];
const css = 'text/css; charset=utf-8';
/** The sources of the scripts and styles of public pages. */
const playerFolder = join(import.meta.dirname, '../../../player');

/** Scripts and stylesheets of the public pages in the brand's theme, under a path with a hash of their content. */
export const pageAssets = (brand: Brand): PageAssets => {
  const files = new Map<string, { body: Buffer; type: string }>();
  for (const name of scripts)
    files.set(`${name}.js`, {
      body: Buffer.from(pageScript(name)),
      type: 'text/javascript; charset=utf-8',
    });
  for (const name of styles) {
    const style = readFileSync(join(playerFolder, name), 'utf8');
    files.set(name, { body: Buffer.from(name === 'page.css' ? `${theme(brand)}${style}` : style), type: css });
  }
  const hash = createHash('sha256');
  for (const { body } of files.values()) hash.update(body);
  return { base: `/embed/assets/${hash.digest('hex').slice(0, 16)}`, files };
};

const bundled = new Map<string, string>();
/** A script of public pages; bundled once for all portals of a process. */
export const pageScript = (name: string): string => {
  const text = bundled.get(name) ?? minified(bundleScripts(playerFolder, name));
  bundled.set(name, text);
  return text;
};

const radii = { sm: '6px', md: '12px', lg: '20px' };

const theme = ({ theme: { primary, radius, fontFamily } }: Brand): string =>
  `:root{${primary.map((shade, i) => `--brand-${String(i)}:${shade};`).join('')}--radius:${radii[radius]};--font:${fontFamily};}\n`;
