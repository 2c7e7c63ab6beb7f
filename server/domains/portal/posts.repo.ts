import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { PostRules } from '#contract/api/portal.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import type { PostsTable } from './portal.tables.ts';

export type PostRow = Selectable<PostsTable>;

/** The maximum length of a list of posts. */
export const maxPosts = 200;

const published = sql<Date>`coalesce(publish_date, start_sending, created)`;

/** The date shown on a post: the chosen one, else when it is first shown. */
export const publishedAt = (row: Pick<PostRow, 'publish_date' | 'start_sending' | 'created'>): Date =>
  row.publish_date ?? row.start_sending ?? row.created;

/** Latest first. */
export const listPosts = async (db: Db): Promise<PostRow[]> =>
  await db.selectFrom('posts').selectAll().orderBy(published, 'desc').orderBy('key').limit(maxPosts).execute();

export const findPost = async (db: Db | Tx, key: string): Promise<PostRow | undefined> =>
  await db.selectFrom('posts').selectAll().where('key', '=', key).executeTakeFirst();

/** The rules of the posts shown now, latest first. */
export const currentPostRules = async (db: Db, now: Date): Promise<{ key: string; rules: PostRules }[]> =>
  (await db
    .selectFrom('posts')
    .select(['key', 'rules'])
    .where((eb) => eb.or([eb('start_sending', 'is', null), eb('start_sending', '<=', now)]))
    .where((eb) => eb.or([eb('publish_date', 'is', null), eb('publish_date', '<=', now)]))
    .where((eb) => eb.or([eb('stop_sending', 'is', null), eb('stop_sending', '>', now)]))
    .orderBy(published, 'desc')
    .orderBy('key')
    .execute()) as { key: string; rules: PostRules }[];

/** These posts, in the order of the keys. */
export const postsByKey = async (db: Db, keys: string[]): Promise<PostRow[]> =>
  await db
    .selectFrom('posts')
    .selectAll()
    .where(sql<boolean>`key = any(${keys}::uuid[])`)
    .orderBy(sql`array_position(${keys}::uuid[], key)`)
    .execute();

export const insertPost = async (tx: Tx, row: Insertable<PostsTable>): Promise<PostRow> =>
  await tx.insertInto('posts').values(row).returningAll().executeTakeFirstOrThrow();

/** Locks a post until commit. */
export const lockPost = async (tx: Tx, key: string): Promise<PostRow | undefined> =>
  await tx.selectFrom('posts').selectAll().where('key', '=', key).forUpdate().executeTakeFirst();

export const changePostRow = async (tx: Tx, key: string, changes: Updateable<PostsTable>): Promise<PostRow> =>
  await tx.updateTable('posts').set(changes).where('key', '=', key).returningAll().executeTakeFirstOrThrow();

export const removePostRow = async (tx: Tx, key: string): Promise<PostRow | undefined> =>
  await tx.deleteFrom('posts').where('key', '=', key).returningAll().executeTakeFirst();

/** Whether the user exists. */
export const isPerson = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/**
 * The plans of the accounts a person belongs to, directly or through a station; null for an account without a plan. A paid plan whose
 * period is over is about to be renewed; the provider says when it ends.
 */
export const plansOf = async (db: Db, user: string, now: Date): Promise<(PlanId | null)[]> => {
  const found = await sql<{ plan: PlanId | null }>`
    select distinct s.plan from accounts a
    left join subscriptions s on s.account_key = a.key and s.station_key is null
      and s.status in (${activeStatusList}) and (s.provider is not null or s.ends is null or s.ends > ${now})
    where a.deleted_at is null and a.key in (
      select account_key from account_members where user_id = ${user}
      union select st.account_key from station_members sm join stations st on st.key = sm.station_key
        where sm.user_id = ${user} and st.deleted_at is null)`.execute(db);
  return found.rows.map(({ plan }) => plan);
};
