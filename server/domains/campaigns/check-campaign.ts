import type { NewCampaign } from '#contract/api/campaign.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db, Tx } from '#server/kernel/kernel.ts';
import { stationsOfAccount, type CampaignColumns } from './campaigns.repo.ts';
import { checkTargets } from './check-targets.ts';

/** Refuses with `campaign.notEnabled` where the account does not run campaigns itself; the portal always may. */
export const checkEnabled = async (db: Db | Tx, account: AccountKey, who: Person): Promise<void> => {
  if (who.isPortalAdmin) return;
  const row = await db.selectFrom('accounts').select('campaigns_enabled').where('key', '=', account).executeTakeFirst();
  if (!row?.campaigns_enabled) refuse('campaign.notEnabled');
};

/** The highest priority (as a number) that only the portal gives. */
const portalPriority = 2;

/**
 * Refuses what a campaign can't be: dates in the wrong order or in the past (`campaign.dates`, `campaign.past`), targets
 * that don't exist, stations of others, and fields that only the portal may change (`campaign.portalField`). `before` is
 * the saved campaign, whose values may stay.
 */
export const checkCampaign = async (
  { db, clock }: { db: Db | Tx; clock: Clock },
  account: AccountKey,
  wanted: NewCampaign & { stationKeys: readonly StationKey[] },
  before: Pick<CampaignColumns, 'priority' | 'end_date' | 'network'> | undefined,
  who: Person,
): Promise<void> => {
  if (!who.isPortalAdmin) {
    if (before?.network) refuse('campaign.portalField', { field: 'network' });
    if (wanted.priority <= portalPriority && wanted.priority !== before?.priority)
      refuse('campaign.portalField', { field: 'priority' });
  }
  checkDates(wanted, before?.end_date, clock.now());
  await checkTargets(
    db,
    account,
    wanted.providerRuleChains.flatMap(({ rules }) => rules),
    before?.network ?? false,
  );
  if (before?.network || wanted.stationKeys.length === 0) return;
  const own = await stationsOfAccount(db, account, wanted.stationKeys);
  if (own.length < new Set(wanted.stationKeys).size) refuse('station.notFound');
};

/** Refuses an end before the start, and a new end in the past. */
export const checkDates = (
  { startDate, endDate, timezone }: { startDate: string; endDate: string; timezone: string },
  endBefore: string | undefined,
  now: Date,
): void => {
  if (endDate < startDate) refuse('campaign.dates', {}, { endDate: 'The end date must not be before the start date.' });
  if (endDate !== endBefore && endDate < dayIn(timezone, now))
    refuse('campaign.past', {}, { endDate: 'This day has passed.' });
};

/** Today in a time zone: 2026-11-24. */
const dayIn = (timeZone: string, now: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);

/** Refuses a goal below what was delivered, or may be as engines have granted it; what they were lent beyond is taken back. */
export const checkGoal = (goal: number, { delivered, lent }: { delivered: number; lent: number }): void => {
  const least = Math.max(delivered, lent);
  if (goal < least) refuse('campaign.goalBelowDelivered', { delivered: least });
};
