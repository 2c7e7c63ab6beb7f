import type { Brand } from '#contract/rules/brand.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { pageAssets } from '#server/platform/pages/page-assets.ts';
import { addDomain, checkDomain, removeDomain } from './domains/domains.service.ts';
import type { DomainResolver } from './domains/resolver.ts';
import { previewSite } from './public/preview-site.ts';
import type { SitePagesDeps } from './public/send-site.ts';
import { siteAdsTxt } from './public/site-ads-txt.ts';
import { addSiteImage } from './site-images.service.ts';
import * as service from './sites.service.ts';

type Deps = { brand: Brand; images: ImageEngine; dns: DomainResolver; playing: SitePagesDeps['playing'] };

/** Handlers of microsites, their versions, images and domains. */
export const sitesRoutes = (kernel: Kernel, given: Deps): Handlers<'sites'> => {
  const deps = { ...kernel, ...given };
  const pages = { ...deps, assets: pageAssets(given.brand) };
  return {
    get: ({ params, who }) => service.getSite(deps, params.id, who),
    save: ({ params, body, who }) => service.saveSite(deps, params.id, body, who),
    preview: ({ params, body }) => previewSite(pages, params.id, body),
    publish: ({ params, body, who }) => service.publishSite(deps, params.id, body.revision, who),
    unpublish: ({ params, body, who }) => service.unpublishSite(deps, params.id, body.revision, who),
    versions: ({ params }) => service.siteVersions(deps, params.id),
    restore: ({ params, body, who }) => service.restoreSite(deps, params.id, body, who),
    addImage: ({ params, file }) => addSiteImage(deps, params.id, file.path),
    adsTxt: ({ params }) => siteAdsTxt(deps, params.id),
    async addDomain({ params, body, who }) {
      await addDomain(deps, params.id, body.domain, who);
      return await service.getSite(deps, params.id, who);
    },
    async checkDomain({ params, who }) {
      await checkDomain(deps, params.id, params.domain);
      return await service.getSite(deps, params.id, who);
    },
    async removeDomain({ params, who }) {
      await removeDomain(deps, params.id, params.domain);
      return await service.getSite(deps, params.id, who);
    },
  };
};
