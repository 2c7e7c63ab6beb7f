import type { FastifyInstance } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import { episodeOembed } from './domains/podcasts/pages/oembed.ts';
import { mountShowPages } from './domains/podcasts/pages/pages.routes.ts';
import type { Kernel } from './kernel/kernel.ts';
import { mountOembed } from './platform/pages/oembed.ts';
import { pageAssets } from './platform/pages/page-assets.ts';
import { mountPageAssets } from './platform/pages/page-assets.routes.ts';

/** All public pages, which the delivery process and the portal serve alike. */
export const mountPublicPages = (
  app: FastifyInstance,
  kernel: Pick<Kernel, 'config' | 'db' | 'clock'> & { brand: Brand },
): void => {
  const deps = { ...kernel, assets: pageAssets(kernel.brand) };
  mountPageAssets(app, deps);
  mountShowPages(app, deps);
  mountOembed(app, deps, [episodeOembed(deps)]);
};
