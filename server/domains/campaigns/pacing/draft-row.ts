import { sql } from 'kysely';
import type { ForecastDraft } from '#contract/api/campaign-forecast.ts';
import type { CampaignKey, AccountKey, StationKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';

/** The key of a campaign that does not exist yet. */
const draftKey = 'c-draft' as CampaignKey;

/** A draft as a row of the plan: as if it were saved. Refuses an unknown `id` with `campaign.notFound`. */
export const draftRow = async (
  db: Db,
  account: AccountKey,
  draft: ForecastDraft,
  stations: readonly StationKey[],
): Promise<PlanCampaignRow> => {
  const zone = knownZone(draft.timezone);
  const saved = draft.id ? ((await savedCampaign(db, account, draft.id)) ?? refuse('campaign.notFound')) : newCampaign;
  return {
    ...{ account_key: account, name: '', advertiser: '', category: 'other', link: '' },
    ...saved,
    key: draft.id ?? draftKey,
    ...{ priority: draft.priority, positions: draft.positions, schedule: draft.schedule },
    ...{ rate_limiting: draft.rateLimiting, impression_limit: draft.impressionLimit, timezone: zone },
    ...{ starts: startOfDay(zone, draft.startDate), ends: startOfDay(zone, nextDate(draft.endDate)) },
    attempts: draft.providerRuleChains.map(({ rules }, ord) => ({ ord, rules, creative: '' })),
    asked: [],
    stations: [...stations],
  };
};

type Saved = Pick<PlanCampaignRow, 'network' | 'delivered' | 'approved' | 'rejected'>;
const newCampaign: Saved = { network: false, delivered: 0, approved: [], rejected: [] };

const savedCampaign = async (db: Db, account: AccountKey, key: CampaignKey): Promise<Saved | undefined> => {
  const { rows } = await sql<Saved>`select network, delivered::float8 as delivered,
      array(select station_key from ad_approvals d where d.campaign_key = c.key and state = 'approved') as approved,
      array(select station_key from ad_approvals d where d.campaign_key = c.key and state = 'rejected') as rejected
    from campaigns c where key = ${key} and account_key = ${account}`.execute(db);
  return rows[0];
};
