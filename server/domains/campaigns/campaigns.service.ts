import type {
  Campaign,
  CampaignAudio,
  CampaignSummary,
  ChangedCampaign,
  ChangedCampaigns,
  NewCampaign,
  PatchedCampaign,
} from '#contract/api/campaign.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import type { Person, UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import { announcePlan } from './campaigns.events.ts';
import { presentCampaign, presentSummary } from './campaigns.presenter.ts';
import * as repo from './campaigns.repo.ts';
import { checkCampaign, checkDates, checkEnabled, checkGoal } from './check-campaign.ts';
import { presentAudio, withAudio, type AudioDeps } from './creatives/accept-audio.ts';
import { findCreative } from './creatives/creatives.repo.ts';
import { impressionPrice } from './prices.ts';
import { providerNames } from './providers/providers.repo.ts';
import { replaceAudio, saveAttempts } from './save-attempts.ts';

export type CampaignDeps = Pick<Kernel, 'clock' | 'events'> & AudioDeps;

/** A page of an account's campaigns; totals are exact up to 10,000. */
export const listCampaigns = async (
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  account: AccountKey,
  page: repo.CampaignsPage,
): Promise<{ entities: CampaignSummary[]; total: number; capped: boolean }> => {
  checkDepth(page.page * page.size, 'offset');
  const { rows, ...totals } = await repo.listCampaigns(db, account, page, clock.now());
  return { entities: rows.map(presentSummary), ...totals };
};

/** A campaign of this account; refuses with `campaign.notFound`. */
export const getCampaign = async (
  { db, clock }: { db: Db | Tx; clock: Kernel['clock'] },
  account: AccountKey,
  key: CampaignKey,
): Promise<Campaign> => {
  const [attempts, stations] = await Promise.all([repo.attemptsOf(db, key), repo.stationsOf(db, key)]);
  const providers = await providerNames(
    db,
    attempts.flatMap(({ provider_id }) => provider_id ?? []),
  );
  const audio = await repo.newestAudio(db, attempts);
  // Read last: a page polls only until the audio is ready, so a ready audio must not come with an older status.
  const row = (await repo.findCampaign(db, account, key, clock.now())) ?? refuse('campaign.notFound');
  return presentCampaign(row, attempts, audio, stations, providers);
};

type Creation = { campaign: NewCampaign; stationKeys: readonly StationKey[]; file: UploadedFile | undefined };

/**
 * Creates a campaign, with its audio if a file is given; without, it stays a draft. Its price is the account's now.
 * Refuses with `campaign.notEnabled`, `.dates`, `.past`, `.portalField`, `.unknownTarget` and what `withAudio` refuses.
 */
export const createCampaign = async (
  deps: CampaignDeps,
  account: AccountKey,
  { campaign, stationKeys, file }: Creation,
  who: Person,
): Promise<Campaign> => {
  await checkEnabled(deps.db, account, who);
  return await withAudio(deps, account, { file }, async (audio) =>
    deps.db.transaction().execute(async (tx) => {
      await lockAccount(tx, account);
      await checkEnabled(tx, account, who);
      await checkCampaign({ ...deps, db: tx }, account, { ...campaign, stationKeys }, undefined, who);
      const price = await impressionPrice(tx, account);
      const key = newKey('campaign');
      await repo.insertCampaign(tx, {
        ...columnsOf(campaign),
        ...{ key, account_key: account, price_micros: price.micros, currency: price.currency },
        ...{ created_by: who.id, updated_by: who.id },
      });
      await audio?.save(tx);
      await repo.setStations(tx, key, stationKeys);
      await saveAttempts(tx, account, key, campaign.providerRuleChains, audio?.id);
      await announcePlan(deps.events, tx);
      return await getCampaign({ ...deps, db: tx }, account, key);
    }),
  );
};

/**
 * Saves a whole campaign. Refuses another version with `request.conflict`, an archived one with `campaign.archived`, and
 * a goal below what was delivered or granted with `campaign.goalBelowDelivered`; otherwise as `createCampaign`.
 */
export const updateCampaign = async (
  deps: CampaignDeps,
  account: AccountKey,
  { id, version, ...campaign }: ChangedCampaign,
  stationKeys: readonly StationKey[],
  who: Person,
): Promise<Campaign> =>
  await change(deps, account, id, who, async (tx, before) => {
    if (before.version !== version) refuse('request.conflict');
    await checkCampaign({ ...deps, db: tx }, account, { ...campaign, stationKeys }, before, who);
    checkGoal(campaign.impressionLimit, before);
    await repo.setStations(tx, id, stationKeys);
    await saveAttempts(tx, account, id, campaign.providerRuleChains);
    return columnsOf(campaign);
  });

/** Changes some fields, e.g. the switch; of the network's campaigns, others than the portal can only use the switch. */
export const patchCampaign = async (
  deps: CampaignDeps,
  account: AccountKey,
  { id, ...body }: PatchedCampaign,
  who: Person,
): Promise<Campaign> => await change(deps, account, id, who, (_tx, before) => patched(deps, before, body, who));

/** The same change of several campaigns, in one transaction: refuses all of them if one is refused. */
export const patchCampaigns = async (
  deps: CampaignDeps,
  account: AccountKey,
  { ids, ...body }: ChangedCampaigns,
  who: Person,
): Promise<{ changed: number }> => {
  // In one order, so that two such changes don't wait for each other.
  const keys = [...new Set(ids)].sort();
  return await deps.db.transaction().execute(async (tx) => {
    for (const key of keys)
      await changeIn(tx, deps, account, key, who, (_tx, before) => patched(deps, before, body, who));
    return { changed: keys.length };
  });
};

const patched = (
  deps: Pick<CampaignDeps, 'clock'>,
  before: Locked,
  body: Omit<PatchedCampaign, 'id'>,
  who: Person,
): Promise<Parameters<typeof repo.updateCampaign>[2]> => {
  const [field] = Object.entries(body).flatMap(([name, value]) =>
    name !== 'enabled' && value !== undefined ? [name] : [],
  );
  if (before.network && !who.isPortalAdmin && field) refuse('campaign.portalField', { field });
  const { endDate = before.end_date, impressionLimit = before.impression_limit } = body;
  checkDates({ startDate: before.start_date, endDate, timezone: before.timezone }, before.end_date, deps.clock.now());
  checkGoal(impressionLimit, before);
  return Promise.resolve({
    ...{ end_date: endDate, impression_limit: impressionLimit },
    ...{ enabled: body.enabled ?? before.enabled, name: body.campaignName ?? before.name },
  });
};

/** Replaces a campaign's audio: the former one plays until the new one is ready. Refuses as `withAudio`. */
export const setAudio = async (
  deps: CampaignDeps,
  account: AccountKey,
  key: CampaignKey,
  upload: { file: UploadedFile; from?: number | undefined },
  who: Person,
): Promise<CampaignAudio> => {
  await checkEnabled(deps.db, account, who);
  return await withAudio(deps, account, upload, async (audio) => {
    await change(deps, account, key, who, async (tx, before) => {
      if (before.network && !who.isPortalAdmin) refuse('campaign.portalField', { field: 'audio' });
      await audio!.save(tx);
      await replaceAudio(tx, key, audio!.id);
      return {};
    });
    return presentAudio((await findCreative(deps.db, audio!.id)) ?? refuse('campaign.noAudio'));
  });
};

/** Deletes a campaign; one that was or may have been heard is archived instead, as it was paid for. */
export const removeCampaign = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'events'>,
  account: AccountKey,
  key: CampaignKey,
): Promise<undefined> =>
  await deps.db.transaction().execute(async (tx) => {
    const row = (await repo.lockCampaign(tx, account, key)) ?? refuse('campaign.notFound');
    const wasHeard = row.delivered > 0 || (await repo.wasLent(tx, key));
    if (!wasHeard) await repo.deleteCampaign(tx, key);
    else if (row.archived_at === null) await repo.updateCampaign(tx, key, { archived_at: deps.clock.now() });
    await announcePlan(deps.events, tx);
    return undefined;
  });

type Locked = NonNullable<Awaited<ReturnType<typeof repo.lockCampaign>>>;
type Work = (tx: Tx, before: Locked) => Promise<Parameters<typeof repo.updateCampaign>[2]>;

/** Changes a campaign under its lock; `work` returns the columns to change. */
const change = async (
  deps: CampaignDeps,
  account: AccountKey,
  key: CampaignKey,
  who: Person,
  work: Work,
): Promise<Campaign> =>
  await deps.db.transaction().execute(async (tx) => {
    await changeIn(tx, deps, account, key, who, work);
    return await getCampaign({ ...deps, db: tx }, account, key);
  });

const changeIn = async (
  tx: Tx,
  deps: CampaignDeps,
  account: AccountKey,
  key: CampaignKey,
  who: Person,
  work: Work,
): Promise<void> => {
  const before = (await repo.lockCampaign(tx, account, key)) ?? refuse('campaign.notFound');
  if (!before.network) await checkEnabled(tx, account, who);
  if (before.archived_at !== null) refuse('campaign.archived');
  const values = await work(tx, before);
  await repo.updateCampaign(tx, key, { ...values, updated: deps.clock.now(), updated_by: who.id });
  await announcePlan(deps.events, tx);
};

const columnsOf = (campaign: NewCampaign) => ({
  ...{ enabled: campaign.enabled, name: campaign.campaignName, advertiser: campaign.advertiser },
  ...{ category: campaign.category, priority: campaign.priority, impression_limit: campaign.impressionLimit },
  ...{ start_date: campaign.startDate, end_date: campaign.endDate, timezone: campaign.timezone },
  schedule: campaign.schedule && JSON.stringify(campaign.schedule),
  rate_limiting: JSON.stringify(campaign.rateLimiting),
  positions: campaign.positions,
  companion: campaign.companion && JSON.stringify(campaign.companion),
});
