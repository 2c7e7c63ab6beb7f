import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '#server/platform/pages/page-policy.ts';
import { sendMissing } from '#server/platform/pages/send-page.ts';
import { findPublicSite } from '../sites.repo.ts';
import { sendSite, type SitePagesDeps } from './send-site.ts';
import { themeCss } from './site-theme.ts';

const methods = ['GET', 'HEAD'] as const;
type Named = { Params: { slug: string; path?: string } };

/** Microsites at `/sites/{slug}` and `/sites/{slug}/{path}`, and the stylesheets of their themes. */
export const mountSitePages = (app: FastifyInstance, deps: SitePagesDeps): void => {
  for (const url of ['/sites/:slug', '/sites/:slug/:path'])
    app.route<Named>({
      method: [...methods],
      url,
      handler: async (request, reply) => {
        const { slug, path = '' } = request.params;
        const site = await findPublicSite(deps.db, { slug: slug.toLowerCase() });
        reply.header('content-security-policy', pagePolicy("'none'"));
        if (!site) return sendMissing(deps, reply);
        const base = `/sites/${site.slug}`;
        if (slug !== site.slug)
          return reply
            .header('cache-control', 'public, max-age=3600')
            .redirect(path === '' ? base : `${base}/${encodeURIComponent(path)}`, 301);
        return sendSite(deps, { request, reply }, { site, path, base });
      },
    });
  app.route<{ Params: { file: string } }>({
    method: [...methods],
    url: `${deps.assets.base}/theme/:file`,
    handler: async (request, reply) => {
      const css = themeCss(deps.brand, request.params.file);
      if (css === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('File not found.\n');
      return reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/css; charset=utf-8')
        .send(css);
    },
  });
};
