import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleScripts } from '#server/kernel/pages/bundle-scripts.ts';
import { minified } from '#server/kernel/pages/minified.ts';

export type EmbedFile = { body: Buffer; gzip: Buffer; etag: string };

const folder = join(import.meta.dirname, '../../../../player');

/**
 * What the frames of players and the pages around them load: the scripts of the frame, below a path that changes with them, the
 * loader, which never changes its address, and the style that is part of each page. Built once for all portals of a process.
 */
export const embedAssets = (): EmbedAssets => (built ??= build());

const build = () => {
  const scriptOf = (name: string): EmbedFile => fileOf(minified(bundleScripts(folder, name)));
  const names = ['player', 'player-menu', 'player-hls', 'player-preview', 'player-requests', 'player-episodes'];
  const files = new Map(names.map((name) => [`${name}.js`, scriptOf(`embed/${name}`)]));
  const hash = createHash('sha256');
  for (const { body } of files.values()) hash.update(body);
  return {
    base: `/embed/assets/player-${hash.digest('hex').slice(0, 16)}`,
    files,
    loader: scriptOf('loader/loader'),
    css: readFileSync(join(folder, 'embed/player.css'), 'utf8').replace(/\s*([{};:,>])\s*/g, '$1').replace(/\s+/g, ' ').replaceAll(';}', '}').replace(/(?<![\d.])0\./g, '.'), // oxfmt-ignore
  };
};

export type EmbedAssets = ReturnType<typeof build>;
let built: EmbedAssets | undefined;

const fileOf = (text: string): EmbedFile => {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, gzip: gzipSync(body, { level: 9 }), etag };
};
