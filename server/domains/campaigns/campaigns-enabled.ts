import type { ClickHouseClient } from '@clickhouse/client';
import type { AdvertisingDetails } from '#contract/api/campaign.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { announcePlan } from './campaigns.events.ts';
import { impressionPrice, inMajorUnit, inMicros } from './prices.ts';
import { allListeners, stationsToTarget } from './targets.repo.ts';

const days30Ms = 30 * 86_400_000;

/** Whether an account runs campaigns itself: not unless the portal lets it (spec §7). */
export const campaignsEnabled = async (db: Db, account: AccountKey): Promise<{ enabled: boolean }> => {
  const row = await db.selectFrom('accounts').select('campaigns_enabled').where('key', '=', account).executeTakeFirst();
  return { enabled: row?.campaigns_enabled ?? refuse('account.notFound') };
};

/**
 * Lets an account run campaigns itself, or no longer: then those it has continue, but can't be changed. A price
 * counts for campaigns and requests from now on; null resets it, undefined leaves it.
 */
export const enableCampaigns = async (
  { db, clock, events }: Pick<Kernel, 'db' | 'clock' | 'events'>,
  account: AccountKey,
  { enabled, impressionPrice: price }: { enabled: boolean; impressionPrice?: number | null | undefined },
): Promise<{ enabled: boolean }> =>
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('accounts')
      .set({
        campaigns_enabled: enabled,
        updated: clock.now(),
        ...(price !== undefined && { impression_price_micros: price === null ? null : inMicros(price) }),
      })
      .where('key', '=', account)
      .execute();
    await announcePlan(events, tx);
    return { enabled };
  });

/** The price of an impression, and what an account's stations with audio ads reach; listeners are 0 without analytics. */
export const advertisingDetails = async (
  { db, clock, log, clickhouse }: Pick<Kernel, 'db' | 'clock' | 'log'> & { clickhouse: ClickHouseClient },
  account: AccountKey,
): Promise<AdvertisingDetails> => {
  const [price, all] = await Promise.all([impressionPrice(db, account), stationsToTarget(db, account)]);
  const stations = all.filter(({ audioads }) => audioads).map(({ key }) => key);
  const since = clock.now().getTime() - days30Ms;
  const listeners30d = await allListeners(clickhouse, { stations, since }).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'the price of advertising is shown without listeners');
    return 0;
  });
  return {
    ...{ impressionPrice: inMajorUnit(price.micros), currency: price.currency, cpm: inMajorUnit(price.micros * 1000) },
    ...{ maxSeconds: limits.adAudioMaxS, minImpressions: limits.adMinImpressions },
    ...{ stations: stations.length, listeners30d },
  };
};
