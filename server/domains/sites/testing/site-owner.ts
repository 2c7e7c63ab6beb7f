import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import type { Site, SiteContent } from '#contract/api/site.ts';
import type { SiteBlock } from '#contract/api/site-blocks.ts';
import { sites } from '#contract/api/sites.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPortal } from '#server/testing/portal.ts';
import { siteDraft } from '#server/testing/site-fixtures.ts';

export type SiteOwner = { client: TestClient; account: AccountKey; params: { id: AccountKey }; station: StationKey };

let number = 0;

/** The owner of a new account with a German station. */
export const siteOwner = async (portal: TestPortal, plan: PlanId = 'premier'): Promise<SiteOwner> => {
  const account = await portal.make.account({ plan, company: `Harbour Lights ${++number}` });
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  const station = await portal.make.station(account, { name: `Harbour Radio ${number}` });
  await portal.kernel.db.updateTable('stations').set({ language: 'de' }).where('key', '=', station).execute();
  return { client: await portal.as(person), account, params: { id: account }, station };
};

/** A draft of one page with these blocks. */
export const withBlocks = (blocks: SiteBlock[], given: Partial<SiteContent> = {}): SiteContent =>
  siteDraft({ pages: [{ path: '', title: 'Home', blocks }], ...given });

/** Saves and publishes a draft. */
export const publishDraft = async (
  { client, params }: Pick<SiteOwner, 'client' | 'params'>,
  draft: SiteContent,
): Promise<Site> => {
  const { revision, slug } = await client.ok(sites.get, { params });
  const saved = await client.ok(sites.save, { params, body: { revision, slug, draft } });
  return await client.ok(sites.publish, { params, body: { revision: saved.revision } });
};
