import { lintAdsTxt } from '#contract/rules/ads-txt.ts';
import { uniteAdsTxt } from '#contract/rules/unite-ads-txt.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { SiteAdsTxt } from '#contract/api/site.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { listDomains } from '../domains/domains.repo.ts';
import { findSite } from '../sites.repo.ts';
import { stationLines } from './site-source.repo.ts';

type Deps = { db: Db; config: Pick<Config, 'publicUrl'>; brand: Pick<Brand, 'flags'> };

/**
 * The ads.txt of a domain: the lines of the account's stations and of its site, each once. The domain is its owner unless the lines
 * name another one; where the portal sells advertising, it is the manager.
 */
export const adsTxtOf = async (
  { db, config, brand }: Deps,
  account: AccountKey,
  { lines, domain }: { lines: string; domain: string | undefined },
): Promise<string> =>
  uniteAdsTxt([...(await stationLines(db, account)), lines], {
    owner: domain,
    manager: brand.flags.advertising ? new URL(config.publicUrl).hostname : undefined,
  });

/** The ads.txt that the account's domain has, or will have, by its draft; with its problems. */
export const siteAdsTxt = async (deps: Deps, account: AccountKey): Promise<SiteAdsTxt> => {
  const [site, domains] = await Promise.all([findSite(deps.db, account), listDomains(deps.db, account)]);
  const domain = (domains.find(({ serves }) => serves) ?? domains[0])?.domain;
  const text = await adsTxtOf(deps, account, { lines: site?.draft.ads_txt ?? '', domain });
  return { text, ...lintAdsTxt(text) };
};
