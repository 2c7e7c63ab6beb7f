import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '#contract/brand.ts';
import { bundleScripts } from '#server/kernel/pages/bundle-scripts.ts';

export type PageAssets = {
  /** Path prefix of the files; it changes with their content. */
  base: string;
  files: ReadonlyMap<string, { body: Buffer; type: string }>;
};

const folder = join(import.meta.dirname, '../../../../player');

/** Script and stylesheet of the public pages in the brand's theme, under a path with a hash of their content. */
export const pageAssets = (brand: Brand): PageAssets => {
  const files = new Map<string, { body: Buffer; type: string }>();
  const script = bundleScripts(folder, 'episode-player');
  files.set('episode-player.js', { body: Buffer.from(script), type: 'text/javascript; charset=utf-8' });
  const style = `${theme(brand)}${readFileSync(join(folder, 'page.css'), 'utf8')}`;
  files.set('page.css', { body: Buffer.from(style), type: 'text/css; charset=utf-8' });
  const hash = createHash('sha256');
  for (const { body } of files.values()) hash.update(body);
  return { base: `/embed/assets/${hash.digest('hex').slice(0, 16)}`, files };
};

const radii = { sm: '6px', md: '12px', lg: '20px' };

const theme = ({ theme: { primary, radius, fontFamily } }: Brand): string =>
  `:root{${primary.map((shade, i) => `--brand-${String(i)}:${shade};`).join('')}--radius:${radii[radius]};--font:${fontFamily};}\n`;
