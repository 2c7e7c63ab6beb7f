import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { Brand } from '#contract/rules/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import type { Site, SiteContent, SiteVersion } from '#contract/api/site.ts';
import type { sites } from '#contract/api/sites.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { cleanHtml } from '#server/platform/rich-text.ts';
import { listDomains } from './domains/domains.repo.ts';
import { presentDomain } from './domains/present-domain.ts';
import { proposeSite } from './proposal.ts';
import { checkRefs } from './site-refs.ts';
import { siteUrl } from './site-urls.ts';
import * as repo from './sites.repo.ts';

export { listSearchableSites } from './sites.repo.ts';
export { siteSlugUrl } from './site-urls.ts';

export type SitesDeps = Pick<Kernel, 'db' | 'clock' | 'config'> & { brand: Brand };
type Who = Pick<Person, 'id' | 'isPortalAdmin'>;

/** The account's microsite as its editor shows it; a proposal until it is saved for the first time. */
export const getSite = async (deps: SitesDeps, account: AccountKey, who: Who): Promise<Site> => {
  const [row, domains, plan] = await Promise.all([
    repo.findSite(deps.db, account),
    listDomains(deps.db, account),
    featuresOfAccount(deps.db, account),
  ]);
  const { slug, draft } = row ?? (await proposeSite(deps.db, account));
  const domain = domains.find(({ serves }) => serves)?.domain ?? null;
  return {
    revision: row?.revision ?? 0,
    ...{ slug, draft },
    published: row?.published ?? null,
    published_at: row?.published_at?.toISOString() ?? null,
    changed: !isDeepStrictEqual(row?.published ?? null, draft),
    url: siteUrl(deps.config, { slug, domain }),
    domains: domains.map((one) => presentDomain(deps.config, one)),
    may_use_domains: hasFeature('customDomain', { isPortalAdmin: who.isPortalAdmin, plan }),
    cname_target: new URL(deps.config.deliveryUrl).hostname,
    updated: row?.updated.toISOString() ?? null,
  };
};

/**
 * Saves the draft, with its rich texts cleaned. Refuses with `site.changed` another revision, `site.slugInUse`, and `site.foreign`
 * what isn't the account's.
 */
export const saveSite = async (
  deps: SitesDeps,
  account: AccountKey,
  body: z.output<(typeof sites)['save']['spec']['body']>,
  who: Who,
): Promise<Site> => {
  const draft = cleaned(body.draft);
  await deps.db.transaction().execute(async (tx) => {
    const before = await lockRevision(tx, account, body.revision);
    await checkRefs(tx, account, draft);
    if (!(await repo.isSlugFree(tx, body.slug, account)))
      refuse('site.slugInUse', {}, { slug: 'The URL is already in use.' });
    const values = { slug: body.slug, draft: JSON.stringify(draft), updated: deps.clock.now() };
    if (before) await repo.updateSite(tx, account, values);
    else await repo.insertSite(tx, { ...values, account_key: account, created: deps.clock.now() });
  });
  return await getSite(deps, account, who);
};

/** Publishes the draft and stores it as a version. Refuses with `site.changed`, `site.notFound`, and `site.foreign` what was lost. */
export const publishSite = async (deps: SitesDeps, account: AccountKey, revision: number, who: Who): Promise<Site> => {
  await deps.db.transaction().execute(async (tx) => {
    const { draft } = (await lockRevision(tx, account, revision)) ?? refuse('site.notFound');
    await checkRefs(tx, account, draft);
    const now = deps.clock.now();
    await repo.insertVersion(tx, account, { content: draft, now, user: who.id });
    await repo.updateSite(tx, account, { published: JSON.stringify(draft), published_at: now });
  });
  return await getSite(deps, account, who);
};

/** Takes the site off the web. Refuses with `site.changed` and `site.notFound`. */
export const unpublishSite = async (
  deps: SitesDeps,
  account: AccountKey,
  revision: number,
  who: Who,
): Promise<Site> => {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockRevision(tx, account, revision))) refuse('site.notFound');
    await repo.updateSite(tx, account, { published: null, published_at: null });
  });
  return await getSite(deps, account, who);
};

/** The published versions, the latest first. */
export const siteVersions = async ({ db }: Pick<SitesDeps, 'db'>, account: AccountKey): Promise<SiteVersion[]> =>
  (await repo.listVersions(db, account)).map((row) => ({ ...row, published_at: row.published_at.toISOString() }));

/** Makes a version the draft; what is public stays. Refuses with `site.changed` and `site.versionNotFound`. */
export const restoreSite = async (
  deps: SitesDeps,
  account: AccountKey,
  { revision, number }: { revision: number; number: number },
  who: Who,
): Promise<Site> => {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockRevision(tx, account, revision))) refuse('site.notFound');
    const content = (await repo.findVersion(tx, account, number)) ?? refuse('site.versionNotFound');
    await repo.updateSite(tx, account, { draft: JSON.stringify(content), updated: deps.clock.now() });
  });
  return await getSite(deps, account, who);
};

/** A content as it may be stored and shown. */
export const cleaned = (content: SiteContent): SiteContent => ({
  ...content,
  pages: content.pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block) => (block.type === 'text' ? { ...block, html: cleanHtml(block.html) } : block)),
  })),
});

/** Locks the site at the expected revision: undefined where there is none and 0 is expected. Concurrent first saves wait. */
const lockRevision = async (tx: Tx, account: AccountKey, revision: number): Promise<repo.SiteRow | undefined> => {
  if (!(await lockAccount(tx, account))) refuse('account.notFound');
  const row = await repo.lockSite(tx, account);
  if ((row?.revision ?? 0) !== revision) refuse('site.changed');
  return row;
};
