import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Brand } from '#contract/brand.ts';

export type PageAssets = {
  /** Path prefix of the files; it changes with their content. */
  base: string;
  files: ReadonlyMap<string, { body: Buffer; type: string }>;
};

const folder = join(import.meta.dirname, '../../../../player');
const scripts = ['episode-player', 'player-face', 'transcript', 'read-cues', 'clock-time'];

/** Scripts and stylesheet of the public pages in the brand's theme, under a path with a hash of their content. */
export const pageAssets = (brand: Brand): PageAssets => {
  const files = new Map(
    scripts.map((name) => [`${name}.js`, { body: Buffer.from(script(name)), type: 'text/javascript; charset=utf-8' }]),
  );
  const style = `${theme(brand)}${readFileSync(join(folder, 'page.css'), 'utf8')}`;
  files.set('page.css', { body: Buffer.from(style), type: 'text/css; charset=utf-8' });
  const hash = createHash('sha256');
  for (const { body } of files.values()) hash.update(body);
  return { base: `/embed/assets/${hash.digest('hex').slice(0, 16)}`, files };
};

const script = (name: string): string =>
  stripTypeScriptTypes(readFileSync(join(folder, `${name}.ts`), 'utf8')).replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");

const radii = { sm: '6px', md: '12px', lg: '20px' };

const theme = ({ theme: { primary, radius, fontFamily } }: Brand): string =>
  `:root{${primary.map((shade, i) => `--brand-${String(i)}:${shade};`).join('')}--radius:${radii[radius]};--font:${fontFamily};}\n`;
