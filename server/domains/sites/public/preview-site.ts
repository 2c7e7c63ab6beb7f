import type * as z from 'zod/mini';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { sites } from '#contract/api/sites.ts';
import { cleaned } from '../sites.service.ts';
import { findSite } from '../sites.repo.ts';
import { languageOf } from '#server/platform/pages/page-language.ts';
import { siteUrl } from '../site-urls.ts';
import type { SitePagesDeps } from './send-site.ts';
import { sitePage } from './site-page.ts';
import { readSiteSource } from './site-source.ts';

/** A page of a draft as it would be published, for a frame of the editor; an unknown page shows the first one. */
export const previewSite = async (
  deps: SitePagesDeps,
  account: AccountKey,
  { draft, page, mode }: z.output<(typeof sites)['preview']['spec']['body']>,
): Promise<{ html: string }> => {
  const { db, playing } = deps;
  const content = cleaned(draft);
  const shown = content.pages.find(({ path }) => path === page) ?? content.pages[0]!;
  const slug = (await findSite(db, account))?.slug ?? 'preview';
  const theme = mode === 'auto' ? content.theme : { ...content.theme, mode };
  const source = await readSiteSource(
    { db, playing, now: deps.clock.now() },
    {
      ...{ account, content: { ...content, theme }, page: shown, base: `/sites/${slug}` },
      url: siteUrl(deps.config, { slug, domain: null }),
    },
  );
  return { html: sitePage(deps, source, { at: languageOf(deps.brand, content.language), isPreview: true }) };
};
