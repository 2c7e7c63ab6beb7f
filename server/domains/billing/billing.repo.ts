import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { stationTypes } from '#contract/rules/limits.ts';
import { activeStatuses, type CustomLimits, type PlanId, type Usage } from '#contract/rules/plans.ts';
import type { SubscriptionProduct } from '#contract/api/subscription.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import { wantsEmails } from '#server/platform/wanted-emails.ts';
import type { SubscriptionsTable } from './billing.tables.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type RequestedPlan = NonNullable<Selectable<Database['accounts']>['requested_plan']>;
/** The owner of subscriptions: an account itself, or a single station. */
export type Scope = { account: AccountKey } | { station: StationKey };

/**
 * The limits of an account: its active plan, null without one, the plans that it is buying or changing to right now, and the custom
 * limits that override them.
 */
export type AccountLimits = {
  custom_limits: Partial<CustomLimits>;
  plan: PlanId | null;
  quantity: number | null;
  coming: { plan: PlanId; quantity: number }[];
  /** A change that waits for its payment. */
  pending: SubscriptionRow['pending'];
};

/** An account's current and requested plan. */
export type AccountPlan = AccountLimits &
  Pick<Selectable<Database['accounts']>, 'company' | 'credit_card' | 'requested_plan'> & {
    status: SubscriptionRow['status'] | null;
    legacy: boolean | null;
    price_id: string | null;
    interval: SubscriptionRow['interval'];
    provider: SubscriptionRow['provider'];
    provider_id: string | null;
    ends: Date | null;
    cancel_at_period_end: boolean | null;
  };

/** An account with its own subscription; undefined if it is deleted. */
export const findAccountPlan = async (db: Db | Tx, account: AccountKey): Promise<AccountPlan | undefined> =>
  await db
    .selectFrom('accounts')
    .leftJoin('subscriptions as own', (join) => join.onRef('own.account_key', '=', 'accounts.key').on(isItsOwn))
    .select(['accounts.company', 'accounts.custom_limits', 'accounts.credit_card', 'accounts.requested_plan'])
    .select(['own.plan', 'own.quantity', 'own.pending', 'own.status', 'own.legacy', 'own.price_id', 'own.interval'])
    .select(['own.provider', 'own.provider_id', 'own.ends', 'own.cancel_at_period_end', coming.as('coming')])
    .where('accounts.key', '=', account)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();

/** The limits of a station, from its account's plan and its own line; undefined if it is deleted. */
export const findStationLimits = async (db: Db | Tx, station: StationKey): Promise<StationLimits | undefined> =>
  (await findLimitsOfStations(db, [station]))[0];

export type StationLimits = AccountLimits & { key: StationKey; has_line: boolean };

/** The same for several stations, those that exist. */
export const findLimitsOfStations = async (db: Db | Tx, stations: readonly StationKey[]): Promise<StationLimits[]> =>
  await db
    .selectFrom('stations')
    .innerJoin('accounts', 'accounts.key', 'stations.account_key')
    .leftJoin('subscriptions as own', (join) => join.onRef('own.account_key', '=', 'accounts.key').on(isItsOwn))
    .select(['stations.key', 'accounts.custom_limits', 'own.plan', 'own.quantity', 'own.pending', coming.as('coming')])
    .select(
      sql<boolean>`exists (select from subscriptions line where line.station_key = stations.key
        and line.product = 'ctl' and line.status in (${activeStatusList}))`.as('has_line'),
    )
    .where(sql<boolean>`stations.key = any(${stations})`)
    .where('stations.deleted_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .execute();

/** Takes a shared lock on a station's account, so that neither plan nor account changes until the transaction ends. */
export const shareLockAccountOf = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx
    .selectFrom('stations')
    .innerJoin('accounts', 'accounts.key', 'stations.account_key')
    .select('accounts.key')
    .where('stations.key', '=', station)
    .forShare('accounts')
    .execute();
};

/** Locks the account until the transaction ends, so that usage checks wait for plan changes; false if it is deleted. */
export const lockAccount = async (tx: Tx, account: AccountKey): Promise<boolean> => {
  const row = await tx
    .selectFrom('accounts')
    .select('key')
    .where('key', '=', account)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
};

/** An account's usage of what a plan limits; deleted stations and their content don't count. */
export const usageOf = async (db: Db | Tx, account: AccountKey): Promise<Usage> => {
  const { rows } = await sql<Usage>`
    with own as (select key, type, bitrate from stations where account_key = ${account} and deleted_at is null)
    select (select count(*) from own where type = ${stationTypes.master}) as stations,
      (select count(*) from podcasts where account_key = ${account}
        and (station_key is null or station_key in (select key from own))) as podcasts,
      coalesce((select max(found.tracks) from (
        select count(*) as tracks from tracks where station_key in (select key from own) group by station_key
      ) as found), 0) as tracks,
      coalesce((select max(bitrate) from own), 0) as "bitRate"`.execute(db);
  return rows[0] as Usage;
};

/**
 * The subscriptions of a scope: the active ones, then the newest. A provider dates its subscriptions by the second, so a trial that ends
 * in the same second may be the younger one.
 */
export const subscriptionsOf = async (db: Db | Tx, scope: Scope): Promise<SubscriptionRow[]> =>
  await inScope(db, scope)
    .orderBy((eb) => eb('status', 'in', activeStatuses), 'desc')
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();

export const findSubscription = async (db: Db | Tx, scope: Scope, id: string): Promise<SubscriptionRow | undefined> =>
  await inScope(db, scope).where('id', '=', id).executeTakeFirst();

/** The active subscription of an owner to a product (spec §4). */
export const activeSubscription = async (
  db: Db | Tx,
  { account, station }: { account: AccountKey; station: StationKey | null },
  product: SubscriptionProduct,
): Promise<SubscriptionRow | undefined> =>
  await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_key', '=', account)
    .where('station_key', 'is not distinct from', station)
    .where('product', '=', product)
    .where('status', 'in', activeStatuses)
    .executeTakeFirst();

/** The subscriptions of an owner to a product that don't count as active, but that the provider could still charge for. */
export const unfinishedSubscriptions = async (
  db: Db | Tx,
  { account, station }: { account: AccountKey; station: StationKey | null },
  product: SubscriptionProduct,
): Promise<SubscriptionRow[]> =>
  await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_key', '=', account)
    .where('station_key', 'is not distinct from', station)
    .where('product', '=', product)
    .where('provider', 'is not', null)
    .where('status', 'in', unfinished)
    .execute();

export const findById = async (db: Db | Tx, id: string): Promise<SubscriptionRow | undefined> =>
  await db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

export const findByProviderId = async (db: Db | Tx, id: string): Promise<SubscriptionRow | undefined> =>
  await db.selectFrom('subscriptions').selectAll().where('provider_id', '=', id).executeTakeFirst();

/**
 * Whether an account or one of its stations has an active subscription (spec §4), one that the provider could still charge for, or is
 * buying one.
 */
export const hasSubscription = async (db: Db | Tx, account: AccountKey): Promise<boolean> =>
  await anySubscription(db, sql`account_key = ${account}`);

/** The same for a single station. */
export const hasStationSubscription = async (db: Db | Tx, station: StationKey): Promise<boolean> =>
  await anySubscription(db, sql`station_key = ${station}`);

const anySubscription = async (db: Db | Tx, isOwn: RawBuilder<unknown>): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select from subscriptions where ${isOwn}
      and (status in (${activeStatusList}) or (provider is not null and status = any(${[...unfinished]}))))
    or exists (select from billing_intents where ${isOwn} and state = 'open') as found`.execute(db);
  return rows[0]?.found === true;
};

export const insertSubscription = async (tx: Tx, row: Insertable<SubscriptionsTable>): Promise<void> => {
  await tx.insertInto('subscriptions').values(row).execute();
};

/** Ends a trial, an assigned plan or an assigned add-on; false if it has already ended. */
export const endSubscription = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set(canceled(now))
    .where('id', '=', id)
    .where('status', 'in', activeStatuses)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Stores or clears an account's plan request; returns whether that changed anything. */
export const setRequestedPlan = async (tx: Tx, account: AccountKey, wanted: RequestedPlan | null): Promise<boolean> => {
  const document = wanted && JSON.stringify(wanted);
  const changed = await tx
    .updateTable('accounts')
    .set({ requested_plan: document })
    .where('key', '=', account)
    .where(sql<boolean>`requested_plan is distinct from ${document}::jsonb`)
    .returning('key')
    .executeTakeFirst();
  return changed !== undefined;
};

/** The e-mail addresses of those of the portal's administrators who get e-mails about plans. */
export const adminEmails = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('portal_admin', '=', true)
      .where('disabled_at', 'is', null)
      .where('email', '<>', '')
      .where(wantsEmails('users', 'plans'))
      .orderBy('created')
      .execute()
  ).map(({ email }) => email);

/** States in which the provider may yet collect money for a subscription that doesn't count as active. */
const unfinished = ['incomplete', 'unpaid', 'paused'] as const;

const isItsOwn = sql<boolean>`own.station_key is null and own.status in (${activeStatusList})`;

/** The plans that an account is buying or changing to: open intents, and purchases whose first payment is not confirmed. */
const coming = sql<AccountLimits['coming']>`(select coalesce(jsonb_agg(jsonb_build_object(
    'plan', plan, 'quantity', quantity)), '[]') from (
  select plan, quantity from billing_intents
    where account_key = accounts.key and product = 'plan' and plan is not null and state = 'open'
  union all select plan, quantity from subscriptions
    where account_key = accounts.key and station_key is null and status = 'incomplete') as soon)`;

/** The limits of the account in a statement's `accounts`, as one column of type AccountLimits. */
export const limitsOfAccount = sql<AccountLimits>`(select jsonb_build_object('custom_limits', accounts.custom_limits,
    'plan', own.plan, 'quantity', own.quantity, 'pending', own.pending, 'coming', ${coming})
  from (select) one left join subscriptions own on own.account_key = accounts.key and ${isItsOwn})`;

/** The number of podcasts of the account in a statement's `accounts`; those of deleted stations don't count. */
export const podcastsOfAccount = sql<number>`(select count(*) from podcasts where podcasts.account_key = accounts.key
  and (podcasts.station_key is null or exists (select from stations own
    where own.key = podcasts.station_key and own.account_key = accounts.key and own.deleted_at is null)))`;

const canceled = (now: Date) => ({ status: 'canceled' as const, canceled_at: now, updated: now });

const inScope = (db: Db | Tx, scope: Scope) => {
  const all = db.selectFrom('subscriptions').selectAll();
  return 'station' in scope
    ? all.where('station_key', '=', scope.station)
    : all.where('account_key', '=', scope.account).where('station_key', 'is', null);
};
