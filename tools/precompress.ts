import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|json|txt|map|html)$/;

/** Writes `.gz` and `.br` beside each hashed asset of a build, so that the server never compresses them itself. */
export const precompress = (): Plugin => {
  let out = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir;
    },
    async closeBundle() {
      const folder = join(out, 'assets');
      const names = await readdir(folder).catch(() => [] as string[]);
      await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compressOne(join(folder, name))));
    },
  };
};

const compressOne = async (path: string): Promise<void> => {
  const plain = await readFile(path);
  if (plain.length < 1024) return;
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(plain, { level: 9 }),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  ]);
  await Promise.all([writeFile(`${path}.gz`, zipped), writeFile(`${path}.br`, brotli)]);
};
