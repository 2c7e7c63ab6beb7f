import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { brandIcon } from '#contract/rules/brand-icon.ts';
import type { PageDeps } from './page-shell.ts';

/** The scripts, styles and icon of public pages, which browsers keep forever. */
export const mountPageAssets = (app: FastifyInstance, { assets, brand }: PageDeps): void => {
  const all = [...assets.files, ['icon.svg', { body: Buffer.from(brandIcon(brand)), type: 'image/svg+xml' }] as const];
  const files = new Map(all.map(([name, file]) => [name, { ...file, gzip: gzipSync(file.body, { level: 9 }) }]));
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${assets.base}/:file`,
    handler: async (request, reply) => {
      const file = files.get(request.params.file);
      if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('File not found.\n');
      // Pages of any site, and frames without an origin, may use them.
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding')
        .type(file.type);
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.body);
      return reply.header('content-encoding', 'gzip').send(file.gzip);
    },
  });
};
