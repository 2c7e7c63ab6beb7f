import { sql } from 'kysely';
import type { CampaignKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** A lease that is not closed; times in ms since the epoch. */
export type LeaseRow = {
  id: string;
  campaign_key: CampaignKey;
  process: string;
  count: number;
  spent: number;
  granted: number;
  until: number;
  is_sent: boolean;
  /** The engine has said that it has it. */
  is_known: boolean;
  is_lost: boolean;
};

const columns = sql`id, campaign_key, process, count::float8 as count, spent::float8 as spent,
  (extract(epoch from granted) * 1000)::float8 as granted, (extract(epoch from until) * 1000)::float8 as until,
  sent_at is not null as is_sent, known_at is not null as is_known, lost_at is not null as is_lost`;

/** Leases of podcasts, which no engine has (podcast-spots/podcast-leases.ts). */
export const podcastsProcess = 'podcasts';

/** All leases of engines that are not closed. */
export const openLeases = async (db: Db | Tx): Promise<LeaseRow[]> =>
  (
    await sql<LeaseRow>`select ${columns} from ad_leases
    where closed_at is null and process <> ${podcastsProcess} order by granted, id`.execute(db)
  ).rows;

/**
 * Locks these campaigns until the transaction ends, so that nobody else lends of them or lowers a goal meanwhile; returns
 * their goals, and what is settled: what their closed leases delivered, and all that podcasts are lent. `reserved` is what
 * podcasts may still deliver of that.
 */
export const lockGoals = async (
  tx: Tx,
  campaigns: readonly CampaignKey[],
): Promise<Map<CampaignKey, { limit: number; delivered: number; settled: number; reserved: number }>> => {
  const { rows } = await sql<{ key: CampaignKey; limit: number; delivered: number }>`
    select key, impression_limit::float8 as limit, delivered::float8 as delivered from campaigns
    where key = any(${campaigns}::text[]) order by key for no key update`.execute(tx);
  const { rows: settled } = await sql<{ key: CampaignKey; settled: number; reserved: number }>`
    select campaign_key as key,
      sum(case when closed_at is null then count else spent end)::float8 as settled,
      coalesce(sum(count - spent) filter (where closed_at is null), 0)::float8 as reserved
    from ad_leases where campaign_key = any(${campaigns}::text[])
      and (closed_at is not null or process = ${podcastsProcess}) group by campaign_key`.execute(tx);
  const known = new Map(settled.map(({ key, ...row }) => [key, row]));
  return new Map(
    rows.map(({ key, ...goal }) => [key, { ...goal, ...(known.get(key) ?? { settled: 0, reserved: 0 }) }]),
  );
};

/** Adds a lease, as sent: from now on the engine may have it. */
export const insertLease = async (
  tx: Tx,
  lease: { id: string; campaign: CampaignKey; process: string; count: number; until: number; now: Date },
): Promise<void> => {
  await tx
    .insertInto('ad_leases')
    .values({
      id: lease.id,
      campaign_key: lease.campaign,
      process: lease.process,
      count: lease.count,
      granted: lease.now,
      until: new Date(lease.until),
      sent_at: lease.now,
    })
    .execute();
};

/** Raises what is lent, or how long; never lowers either. */
export const extendLease = async (
  db: Db | Tx,
  { id, count, until }: { id: string; count: number; until: number },
): Promise<void> => {
  await sql`update ad_leases set count = greatest(count, ${count}), until = greatest(until, ${new Date(until)}::timestamptz)
    where id = ${id} and closed_at is null`.execute(db);
};

/** Lowers what is lent to what the engine has agreed to. */
export const reduceLease = async (db: Db, { id, count }: { id: string; count: number }): Promise<void> => {
  await sql`update ad_leases set count = greatest(spent, least(count, ${count})) where id = ${id} and closed_at is null`.execute(
    db,
  );
};

/** Stores what the engine said that it has granted. */
export const saveSpent = async (db: Db, spent: readonly { id: string; spent: number }[]): Promise<void> => {
  if (spent.length === 0) return;
  await sql`update ad_leases set spent = least(ad_leases.count, reported.spent)
    from unnest(${spent.map(({ id }) => id)}::uuid[], ${spent.map((one) => one.spent)}::bigint[]) as reported(id, spent)
    where ad_leases.id = reported.id and ad_leases.closed_at is null and ad_leases.spent < reported.spent`.execute(db);
};

/** Records that the engine has these leases: from now on it loses one that it doesn't list. */
export const markKnown = async (db: Db, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await sql`update ad_leases set known_at = ${now} where id = any(${ids}::uuid[]) and known_at is null`.execute(db);
};

/** Records that the engine no longer knows these leases: it is never sent them again. */
export const markLost = async (db: Db, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await sql`update ad_leases set lost_at = ${now} where id = any(${ids}::uuid[]) and lost_at is null`.execute(db);
};

/** Closes leases with what was heard of them, which is final. */
export const closeLeases = async (
  db: Db,
  closed: readonly { id: string; delivered: number }[],
  now: Date,
): Promise<void> => {
  if (closed.length === 0) return;
  await sql`update ad_leases set spent = least(count, reported.delivered), closed_at = ${now}
    from unnest(${closed.map(({ id }) => id)}::uuid[], ${closed.map((one) => one.delivered)}::bigint[]) as reported(id, delivered)
    where ad_leases.id = reported.id and closed_at is null`.execute(db);
};
