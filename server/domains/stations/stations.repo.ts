import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { stationTypes } from '#contract/rules/limits.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { ContextRow } from '#server/kernel/auth/resource-context.ts';
import { statement } from '#server/kernel/db/statement.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { statisticsColumns, type StatisticsRow } from './station-statistics.repo.ts';
import type { StationsTable } from './stations.tables.ts';

export type StationRow = Omit<
  Selectable<StationsTable>,
  'search_name' | 'account_name' | 'ads_txt' | 'relay_secret' | 'log_enabled' | 'log_days'
> & {
  company: string;
  account_suspended: boolean;
  account_held: boolean;
  /** Name and state of a relay's master; null if there is none or it has been purged. */
  master_name: string | null;
  master_state: 'active' | 'suspended' | 'deleted' | null;
  /** The advertising agreement that its account accepted last. */
  agreement: { version: string; accepted_at: string } | null;
};

export type StationDetailsRow = StationRow & StatisticsRow;

/** One station, even if deleted: the kernel has already checked the caller's access. */
export const findStation = async (db: Db | Tx, key: StationKey): Promise<StationRow | undefined> =>
  (await stationByKey(db, key))[0];

/** The same with what its statistics are calculated from. */
export const findStationDetails = async (db: Db | Tx, key: StationKey): Promise<StationDetailsRow | undefined> =>
  (await detailsByKey(db, key))[0];

/** These stations in this order, even deleted ones; those that don't exist are left out. */
export const findStations = async (db: Db | Tx, keys: readonly StationKey[]): Promise<StationRow[]> => {
  if (keys.length === 0) return [];
  const { rows } = await sql<StationRow>`${selectStations} where stations.key = any(${[...keys]})`.execute(db);
  return keys.flatMap((key) => rows.find((row) => row.key === key) ?? []);
};

/** The station that owns a mount, unless it is deleted. */
export const findByMount = async (db: Db | Tx, mount: string): Promise<StationRow | undefined> =>
  (await stationByMount(db, mount))[0];

/** One page of an account's stations, sorted by name, and their total. */
export const stationsOfAccount = async (
  db: Db | Tx,
  account: AccountKey,
  query: { limit: number; offset: number; deleted: boolean; search?: string | undefined },
): Promise<{ rows: StationRow[]; total: number }> => {
  const wanted = sql<SqlBool>`stations.account_key = ${account}
    and ${query.deleted ? sql`stations.deleted_at is not null` : sql`stations.deleted_at is null`}
    and ${nameMatches('stations', query.search ?? '')}`;
  const [{ rows }, { total }] = await Promise.all([
    sql<StationRow>`${selectStations} where ${wanted}
      order by lower(stations.name), stations.key limit ${query.limit} offset ${query.offset}`.execute(db),
    db
      .selectFrom('stations')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(wanted)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
};

/** The number of master stations of an account, without deleted ones (spec §5). */
export const countMasterStations = async (tx: Tx, account: AccountKey): Promise<number> => {
  const { count } = await tx
    .selectFrom('stations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_key', '=', account)
    .where('type', '=', stationTypes.master)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Inserts a station; false if its mount or URL is already in use. */
export const insertStation = async (tx: Tx, station: Insertable<StationsTable>): Promise<boolean> => {
  const inserted = await tx
    .insertInto('stations')
    .values(station)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) await tx.insertInto('autodj').values({ station_key: inserted.key }).execute();
  return inserted !== undefined;
};

/** Whether a station uses this mount, even a deleted one. */
export const isMountTaken = async (tx: Tx, mount: string): Promise<boolean> =>
  (await tx.selectFrom('stations').select('key').where('streamname', '=', mount).executeTakeFirst()) !== undefined;

/** Replaces the encoder password. */
export const replacePassword = async (db: Db, key: StationKey, password: string, now: Date): Promise<void> => {
  await db.updateTable('stations').set({ source_password: password, updated: now }).where('key', '=', key).execute();
};

/** A station's ads.txt and the mount in its public URL. */
export const adsTxtRow = async (
  db: Db,
  key: StationKey,
): Promise<Pick<Selectable<StationsTable>, 'ads_txt' | 'streamname'> | undefined> =>
  await db.selectFrom('stations').select(['ads_txt', 'streamname']).where('key', '=', key).executeTakeFirst();

/** The ads.txt of the station that owns a mount, unless it is deleted. */
export const adsTxtOfMount = async (db: Db, mount: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('stations')
      .select('ads_txt')
      .where('streamname', '=', mount)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.ads_txt;

/** The countries of all stations except deleted and test ones; '' for stations without a country. */
export const countriesOfStations = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('stations')
      .select('country')
      .distinct()
      .where('deleted_at', 'is', null)
      .where('environment', '<>', 'test')
      .execute()
  ).map(({ country }) => country);

type Joined = 'company' | 'account_suspended' | 'account_held' | 'master_name' | 'master_state' | 'agreement';

const columns: Record<Exclude<keyof StationRow, Joined>, true> = {
  key: true,
  account_key: true,
  name: true,
  streamname: true,
  pretty_url: true,
  description: true,
  about: true,
  website: true,
  category: true,
  country: true,
  type: true,
  station_service_type: true,
  activation_status: true,
  public: true,
  searchable: true,
  exclusive: true,
  show_tracks_playing: true,
  tags: true,
  organization_type: true,
  organization_size: true,
  default_timezone: true,
  language: true,
  codec: true,
  bitrate: true,
  sample_rate: true,
  channels: true,
  burst: true,
  settings: true,
  source_password: true,
  running: true,
  featured: true,
  sponsored: true,
  phone: true,
  logo: true,
  logo_512: true,
  background: true,
  profile: true,
  monitoring_settings: true,
  reports_settings: true,
  default_type: true,
  environment: true,
  library_guid: true,
  zosa: true,
  billing_owner: true,
  audioads: true,
  suspended_by_portal: true,
  master_key: true,
  revision: true,
  suspended_at: true,
  deleted_at: true,
  created: true,
  updated: true,
};

/** The columns of a StationRow, from `stations` and `accounts`; listed by name, as prepared statements require. */
export const stationColumns = sql`${sql.join(Object.keys(columns).map((column) => sql.ref(`stations.${column}`)))},
  accounts.company, accounts.suspended_at is not null as account_suspended, accounts.held_at is not null as account_held,
  (select master.name from stations master where master.key = stations.master_key) as master_name,
  (select case when master.deleted_at is not null then 'deleted'
      when master.suspended_at is not null then 'suspended' else 'active' end
    from stations master where master.key = stations.master_key) as master_state,
  (select jsonb_build_object('version', accepted.version, 'accepted_at', accepted.accepted_at) from ad_agreements accepted
    where accepted.station_key = stations.key and accepted.account_key = stations.account_key
    order by accepted.accepted_at desc, accepted.id desc limit 1) as agreement`;

const joined = sql`from stations join accounts on accounts.key = stations.account_key`;
export const selectStations = sql`select ${stationColumns} ${joined}`;

/** A station with what its statistics are calculated from, as `GET stations/{key}` reads it. */
export const stationDetails: ContextRow<StationDetailsRow> = {
  name: 'details',
  resource: 'station',
  columns: sql<StationDetailsRow>`${stationColumns}, ${statisticsColumns}`,
};

const stationByKey = statement(
  'station.byKey',
  (key: RawBuilder<StationKey>) => sql<StationRow>`${selectStations} where stations.key = ${key}`,
);
const stationByMount = statement(
  'station.byMount',
  (mount: RawBuilder<string>) =>
    sql<StationRow>`${selectStations} where stations.streamname = ${mount} and stations.deleted_at is null`,
);
const detailsByKey = statement(
  'station.details',
  (key: RawBuilder<StationKey>) =>
    sql<StationDetailsRow>`select ${stationDetails.columns} ${joined} where stations.key = ${key}`,
);
