import { sql, type Selectable } from 'kysely';
import type { AudioAdsRules } from '#contract/api/audio-ads.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import type { AdAgreementsTable } from '../campaigns.tables.ts';

/** An acceptance of the agreement, by the account that owns the station now. */
export type Acceptance = Pick<
  Selectable<AdAgreementsTable>,
  'version' | 'document_sha256' | 'accepted_by' | 'full_name'
> & { accepted_at: string };

export type StationAdsRow = {
  account_key: AccountKey;
  master_key: StationKey | null;
  audioads: boolean;
  apply_to_relays: boolean;
  ad_free: boolean;
  /** Its own rules, or those of the master that includes it; null until the station chooses some. */
  rules: AudioAdsRules | null;
  /** Of any version: what was accepted applies until audio ads are switched off. */
  acceptance: Acceptance | null;
};

/** The master of a relay, if its audio ads apply to its relays. */
export const coveringMaster = sql`(select master.key from stations master
  join audio_ads of_master on of_master.station_key = master.key and of_master.apply_to_relays
  where master.key = stations.master_key and master.account_key = stations.account_key and master.deleted_at is null)`;

/** SQL: whether the plan of the account of `stations` forbids audio ads. */
export const isAdFree = sql<boolean>`exists (select from subscriptions plan
  where plan.account_key = stations.account_key and plan.station_key is null
    and plan.plan = 'prime_ads_free' and plan.status in (${activeStatusList}))`;

export const rulesJson = sql`jsonb_build_object('breaks', breaks, 'networkAds', network_ads, 'approval', approval,
  'blockedCategories', blocked_categories, 'blockedAdvertisers', blocked_advertisers, 'providerAds', provider_ads)`;

/** What is stored about the audio ads of a station; undefined if it is deleted. */
export const findStationAds = async (db: Db | Tx, station: StationKey): Promise<StationAdsRow | undefined> => {
  const { rows } = await sql<StationAdsRow>`
    select stations.account_key, stations.master_key, stations.audioads, ${isAdFree} as ad_free,
      coalesce((select apply_to_relays from audio_ads where station_key = stations.key), false) as apply_to_relays,
      (select ${rulesJson} from audio_ads where station_key in (stations.key, ${coveringMaster})
        order by station_key = stations.key desc limit 1) as rules,
      (select to_jsonb(found) from (
        select version, document_sha256, accepted_at, accepted_by, full_name from ad_agreements
        where account_key = stations.account_key and station_key in (stations.key, ${coveringMaster})
        order by accepted_at desc, id desc limit 1) found) as acceptance
    from stations where stations.key = ${station} and stations.deleted_at is null`.execute(db);
  return rows[0];
};

/** Locks a station until the transaction ends, so that nobody else switches or moves it; false if it is deleted. */
export const lockStationRow = async (tx: Tx, station: StationKey): Promise<boolean> =>
  (await tx
    .selectFrom('stations')
    .select('key')
    .where('key', '=', station)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined;

/** Switches audio ads of a station on or off, and those of its relays in the same account with it. */
export const switchAds = async (
  tx: Tx,
  station: StationKey,
  { on, withRelays, now }: { on: boolean; withRelays: boolean; now: Date },
): Promise<void> => {
  await sql`update stations set audioads = ${on}, updated = ${now}
    where deleted_at is null and audioads <> ${on} and (key = ${station}
      or (${withRelays} and master_key = ${station}
        and account_key = (select account_key from stations where key = ${station})))`.execute(tx);
};

/** Stores the rules of a station; `applyToRelays` stays as it is unless given. */
export const saveAds = async (
  tx: Tx,
  station: StationKey,
  rules: AudioAdsRules,
  { now, applyToRelays }: { now: Date; applyToRelays?: boolean | undefined },
): Promise<void> => {
  const row = {
    breaks: JSON.stringify(rules.breaks),
    network_ads: rules.networkAds,
    approval: rules.approval,
    blocked_categories: rules.blockedCategories,
    blocked_advertisers: rules.blockedAdvertisers,
    provider_ads: rules.providerAds,
    updated: now,
    ...(applyToRelays === undefined ? {} : { apply_to_relays: applyToRelays }),
  };
  await tx
    .insertInto('audio_ads')
    .values({ station_key: station, ...row })
    .onConflict((conflict) => conflict.column('station_key').doUpdateSet(row))
    .execute();
};

/** Adds an acceptance; earlier ones stay. */
export const insertAcceptance = async (tx: Tx, row: Omit<Selectable<AdAgreementsTable>, 'id'>): Promise<void> => {
  await tx.insertInto('ad_agreements').values(row).execute();
};

/** Switches audio ads off, as the new account of a station has not accepted the agreement. */
export const resetAds = async (tx: Tx, station: StationKey, now: Date): Promise<void> => {
  await tx.deleteFrom('audio_ads').where('station_key', '=', station).execute();
  await tx.deleteFrom('ad_approvals').where('station_key', '=', station).execute();
  await switchAds(tx, station, { on: false, withRelays: false, now });
};
