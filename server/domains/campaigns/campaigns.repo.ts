import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { CampaignStatus } from '#contract/api/campaign.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { CampaignAttemptsTable, CampaignsTable } from './campaigns.tables.ts';
import type { CreativeRow } from './creatives/creatives.repo.ts';
import { podcastsProcess } from './leases/leases.repo.ts';
import { audioOf, deliveryRateAt, isSuspended, statusAt } from './status.ts';

export type CampaignColumns = Selectable<CampaignsTable>;
/** A campaign with what it is doing now. */
export type CampaignRow = CampaignColumns & {
  status: CampaignStatus;
  audio_error: string;
  account_suspended: boolean;
  delivery_rate: number | null;
};
export type AttemptRow = Selectable<CampaignAttemptsTable>;

export type CampaignsPage = {
  page: number;
  size: number;
  sortBy: keyof typeof sortColumns;
  sortDirection: 'asc' | 'desc';
  advertiser?: string | undefined;
  status?: CampaignStatus | undefined;
  search?: string | undefined;
};

const sortColumns = {
  name: sql`lower(name)`,
  advertiser: sql`lower(advertiser)`,
  startDate: sql`start_date`,
  endDate: sql`end_date`,
  status: sql`status`,
  actual: sql`delivered`,
  objective: sql`impression_limit`,
  deliveryRate: sql`delivery_rate`,
  updated: sql`updated`,
} as const;

/** Campaigns that meet the condition on `c`, each with its status at this time. */
const campaignsWhere = (condition: RawBuilder<unknown>, now: Date): RawBuilder<CampaignRow> => sql<CampaignRow>`
  select c.*, ${statusAt(now)} as status,
    v.error as audio_error, ${isSuspended} as account_suspended, ${deliveryRateAt(now)} as delivery_rate
  from campaigns c cross join lateral ${audioOf} v where ${condition}`;

/** A page of an account's campaigns; archived ones only if their status is asked for. */
export const listCampaigns = async (
  db: Db,
  account: AccountKey,
  { page, size, sortBy, sortDirection, ...wanted }: CampaignsPage,
  now: Date,
): Promise<{ rows: CampaignRow[]; total: number; capped: boolean }> => {
  const direction = sql.raw(sortDirection);
  const found = sql`from (${campaignsWhere(sql`c.account_key = ${account}`, now)}) found where ${matching(wanted)}`;
  const [{ rows }, totals] = await Promise.all([
    sql<CampaignRow>`select * ${found} order by ${sortColumns[sortBy]} ${direction} nulls last, key ${direction}
      limit ${size} offset ${page * size}`.execute(db),
    countRows(db, sql`select ${found}`),
  ]);
  return { rows, ...totals };
};

const matching = ({
  advertiser,
  status,
  search,
}: Pick<CampaignsPage, 'advertiser' | 'status' | 'search'>): RawBuilder<unknown> =>
  sql.join(
    [
      status === undefined ? sql`archived_at is null` : sql`status = ${status}`,
      ...(advertiser ? [sql`lower(trim(advertiser)) = lower(${advertiser})`] : []),
      ...(search ? [sql`position(lower(${search}) in lower(name || ' ' || advertiser)) > 0`] : []),
    ],
    sql` and `,
  );

/** One campaign of an account with its status. */
export const findCampaign = async (
  db: Db | Tx,
  account: AccountKey,
  key: CampaignKey,
  now: Date,
): Promise<CampaignRow | undefined> =>
  (await campaignsWhere(sql`c.key = ${key} and c.account_key = ${account}`, now).execute(db)).rows[0];

/** Locks a campaign until the transaction ends. */
export const lockCampaign = async (
  tx: Tx,
  account: AccountKey,
  key: CampaignKey,
): Promise<(CampaignColumns & { lent: number }) | undefined> => {
  const row = await tx
    .selectFrom('campaigns')
    .selectAll()
    .where('key', '=', key)
    .where('account_key', '=', account)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, lent: await lentOf(tx, key) };
};

/**
 * The impressions that engines have granted to their processes (what they were lent beyond that can be taken back), and what
 * podcasts were lent, who may have promised it.
 */
const lentOf = async (tx: Tx, key: CampaignKey): Promise<number> => {
  const { rows } = await sql<{ lent: number }>`select coalesce(
      sum(case when closed_at is null and process = ${podcastsProcess} then count else spent end), 0)::float8 as lent
    from ad_leases where campaign_key = ${key}`.execute(tx);
  return rows[0]?.lent ?? 0;
};

/** Whether engines were ever lent impressions of a campaign: then it may have been heard. */
export const wasLent = async (tx: Tx, key: CampaignKey): Promise<boolean> =>
  (await tx.selectFrom('ad_leases').select('id').where('campaign_key', '=', key).limit(1).executeTakeFirst()) !==
  undefined;

export const insertCampaign = async (tx: Tx, row: Insertable<CampaignsTable>): Promise<void> => {
  await tx.insertInto('campaigns').values(row).execute();
};

/** Changes a campaign and increases its version. */
export const updateCampaign = async (tx: Tx, key: CampaignKey, values: Updateable<CampaignsTable>): Promise<void> => {
  await tx
    .updateTable('campaigns')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('key', '=', key)
    .execute();
};

export const deleteCampaign = async (tx: Tx, key: CampaignKey): Promise<void> => {
  await tx.deleteFrom('campaigns').where('key', '=', key).execute();
};

/** Replaces the stations in which a campaign plays. */
export const setStations = async (tx: Tx, key: CampaignKey, stations: readonly StationKey[]): Promise<void> => {
  await tx.deleteFrom('campaign_stations').where('campaign_key', '=', key).execute();
  if (stations.length === 0) return;
  const rows = [...new Set(stations)].map((station_key) => ({ campaign_key: key, station_key }));
  await tx.insertInto('campaign_stations').values(rows).execute();
};

export const stationsOf = async (db: Db | Tx, key: CampaignKey): Promise<StationKey[]> =>
  (
    await db
      .selectFrom('campaign_stations')
      .select('station_key')
      .where('campaign_key', '=', key)
      .orderBy('station_key')
      .execute()
  ).map(({ station_key }) => station_key);

/** Which of these stations belong to the account. */
export const stationsOfAccount = async (
  db: Db | Tx,
  account: AccountKey,
  stations: readonly StationKey[],
): Promise<StationKey[]> =>
  stations.length === 0
    ? []
    : (
        await db
          .selectFrom('stations')
          .select('key')
          .where('account_key', '=', account)
          .where('deleted_at', 'is', null)
          .where('key', 'in', [...stations])
          .execute()
      ).map(({ key }) => key);

/** Replaces a campaign's attempts. */
export const setAttempts = async (
  tx: Tx,
  key: CampaignKey,
  attempts: readonly Omit<Insertable<CampaignAttemptsTable>, 'campaign_key'>[],
): Promise<void> => {
  await tx.deleteFrom('campaign_attempts').where('campaign_key', '=', key).execute();
  await tx
    .insertInto('campaign_attempts')
    .values(attempts.map((attempt) => ({ ...attempt, campaign_key: key })))
    .execute();
};

/** A campaign's attempts in order, with the audio that is newest in the first one. */
export const attemptsOf = async (db: Db | Tx, key: CampaignKey): Promise<AttemptRow[]> =>
  await db.selectFrom('campaign_attempts').selectAll().where('campaign_key', '=', key).orderBy('ord').execute();

/** The newest audio of a campaign: what replaces the former once it is ready, or else what plays. */
export const newestAudio = async (db: Db | Tx, attempts: readonly AttemptRow[]): Promise<CreativeRow | undefined> => {
  const first = attempts.find(({ provider_id }) => provider_id === null);
  const id = first?.next_creative_id ?? first?.creative_id;
  return id ? await db.selectFrom('ad_creatives').selectAll().where('id', '=', id).executeTakeFirst() : undefined;
};

const mostAdvertisers = 1000;

/** The advertisers of an account's campaigns, each once whatever its capitals, as last written. */
export const advertisersOf = async (db: Db, account: AccountKey): Promise<string[]> =>
  (
    await sql<{ advertiser: string }>`
      select advertiser from (select distinct on (lower(trim(advertiser))) trim(advertiser) as advertiser
        from campaigns where account_key = ${account} and trim(advertiser) <> ''
        order by lower(trim(advertiser)), updated desc) found
      order by lower(advertiser) limit ${mostAdvertisers}`.execute(db)
  ).rows.map(({ advertiser }) => advertiser);
