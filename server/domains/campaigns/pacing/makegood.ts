import { latestDays, type ForecastDraft, type Makegood } from '#contract/api/campaign-forecast.ts';
import type { Campaign } from '#contract/api/campaign.ts';
import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { ownAudio } from '#contract/api/campaign.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import { announcePlan } from '../campaigns.events.ts';
import * as repo from '../campaigns.repo.ts';
import { getCampaign } from '../campaigns.service.ts';
import { checkDates, checkEnabled } from '../check-campaign.ts';
import { localDate } from '../local-date.ts';
import { withAnalytics } from '../targets.ts';
import { accountMarket } from './account-market.ts';
import { draftRow } from './draft-row.ts';
import { laterEnd, type ForecastDeps } from './forecast.ts';
import { dayMs } from '#contract/rules/time.ts';

type Where = { id: AccountKey; cid: CampaignKey };

/** What an ended campaign has not delivered, and until when it can be; null unless it ended short of its goal. */
export const makegoodOf = async (deps: ForecastDeps, { id, cid }: Where): Promise<{ makegood: Makegood | null }> => {
  const now = deps.clock.now();
  const row = (await repo.findCampaign(deps.db, id, cid, now)) ?? refuse('campaign.notFound');
  if (row.status !== 'ended') return { makegood: null };
  const campaign = await followUpOf(deps.db, cid);
  const missing = row.impression_limit - row.delivered;
  const startDate = localDate(row.timezone, now.getTime());
  if (campaign) return { makegood: { missing, startDate, endDate: null, campaign } };
  const [attempts, stations] = [await repo.attemptsOf(deps.db, cid), await repo.stationsOf(deps.db, cid)];
  const draft: ForecastDraft = {
    ...{ priority: row.priority, impressionLimit: missing, startDate, endDate: startDate, timezone: row.timezone },
    ...{ schedule: row.schedule, rateLimiting: row.rate_limiting, positions: row.positions },
    providerRuleChains: attempts.map(({ ord, rules, name, provider_id }) => ({
      ...{ order: ord, rules, name, ruleChainId: null, creativeId: null },
      provider: provider_id === null ? ownAudio : { id: provider_id },
    })),
  };
  const wanted = { ...(await draftRow(deps.db, id, draft, stations)), network: row.network };
  const endDate = await withAnalytics(deps, async () => {
    const until = now.getTime() + latestDays * dayMs;
    const market = await accountMarket(deps, row.network ? undefined : id, { until, draft: wanted });
    return await laterEnd(market, wanted, draft, missing);
  });
  return { makegood: { missing, startDate, endDate, campaign: null } };
};

const followUpOf = async (db: Db, key: CampaignKey): Promise<Makegood['campaign']> =>
  (await db
    .selectFrom('campaigns')
    .select(['key as id', 'name'])
    .where('makegood_of', '=', key)
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) ?? null;

/**
 * Creates the campaign that makes up for what an ended one has not delivered: as that one, from today, at no price. Refuses with
 * `campaign.noMakegood` unless it ended short and has none yet, and `campaign.past`.
 */
export const createMakegood = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'events'>,
  { id, cid }: Where,
  endDate: string,
  who: Person,
): Promise<Campaign> =>
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const locked = (await repo.lockCampaign(tx, id, cid)) ?? refuse('campaign.notFound');
    if (locked.network && !who.isPortalAdmin) refuse('campaign.portalField', { field: 'makegood' });
    if (!locked.network) await checkEnabled(tx, id, who);
    const row = (await repo.findCampaign(tx, id, cid, now)) ?? refuse('campaign.notFound');
    if (row.status !== 'ended' || (await followUpOf(tx, cid))) refuse('campaign.noMakegood');
    const startDate = localDate(row.timezone, now.getTime());
    checkDates({ startDate, endDate, timezone: row.timezone }, undefined, now);
    const key = newKey('campaign');
    await repo.insertCampaign(tx, {
      ...{ key, account_key: id, network: row.network, name: `${row.name} (makegood)`.slice(0, 120) },
      ...{ advertiser: row.advertiser, category: row.category, priority: row.priority, timezone: row.timezone },
      ...{ impression_limit: row.impression_limit - row.delivered, start_date: startDate, end_date: endDate },
      ...{ schedule: row.schedule && JSON.stringify(row.schedule), positions: row.positions },
      ...{
        rate_limiting: JSON.stringify(row.rate_limiting),
        companion: row.companion && JSON.stringify(row.companion),
      },
      ...{ price_micros: 0, currency: row.currency, makegood_of: cid },
      ...{ created: now, created_by: who.id, updated: now, updated_by: who.id },
    });
    await repo.setStations(tx, key, await repo.stationsOf(tx, cid));
    const attempts = (await repo.attemptsOf(tx, cid)).map(({ campaign_key: _, rules, ...attempt }) => ({
      ...attempt,
      rules: JSON.stringify(rules),
    }));
    if (attempts.length > 0) await repo.setAttempts(tx, key, attempts);
    await announcePlan(deps.events, tx);
    return await getCampaign({ ...deps, db: tx }, id, key);
  });
