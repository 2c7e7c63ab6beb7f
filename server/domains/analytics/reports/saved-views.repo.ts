import { sql } from 'kysely';
import type { SavedView } from '#contract/api/saved-view.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { contextColumns, keyOfContext, isInContext, type ReportContext } from './report-context.ts';

export type ViewRow = SavedView & { user_id: string | null };

/** The views of a context that a user sees: their own and shared ones. */
export const viewsOf = async (db: Db | Tx, context: ReportContext, user: string, id?: string): Promise<ViewRow[]> => {
  const { rows } = await sql<ViewRow>`
    select v.id, v.page, v.name, v.search, v.shared, v.user_id, d.view_id is not null as is_default,
      v.user_id is not distinct from ${user} as own,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '') as by
    from saved_views v
    left join users u on u.id = v.user_id
    left join default_views d on d.view_id = v.id and d.user_id = ${user}
    where ${isInContext('v', context)} and (v.user_id = ${user} or v.shared)
      ${id === undefined ? sql`` : sql`and v.id = ${id}`}
    order by lower(v.name), v.id limit 1000`.execute(db);
  return rows;
};

/** How many views a user has in an account and its stations, or in the portal; locks the user's row. */
export const countOwnViews = async (tx: Tx, context: ReportContext, user: string): Promise<number> => {
  await sql`select from users where id = ${user} for no key update`.execute(tx);
  const within =
    context.scope === 'portal'
      ? sql`account_key is null and station_key is null`
      : sql`(account_key = ${context.account} or station_key in (select key from stations where account_key = ${context.account}))`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_views where user_id = ${user} and ${within}`.execute(tx);
  return rows[0]?.count ?? 0;
};

type StoredView = Pick<SavedView, 'page' | 'name' | 'search' | 'shared'>;

/** Stores a view; undefined where the user already has one of this name for the page. */
export const insertView = async (
  tx: Tx,
  context: ReportContext,
  user: string,
  view: StoredView,
): Promise<string | undefined> =>
  (
    await tx
      .insertInto('saved_views')
      .values({ ...contextColumns(context), ...view, user_id: user, search: JSON.stringify(view.search) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/** Whether the user has another view of this name for the page. */
export const isNameTaken = async (
  tx: Tx,
  context: ReportContext,
  user: string,
  view: Pick<ViewRow, 'id' | 'page' | 'name'>,
) =>
  (
    await sql`select from saved_views v where ${isInContext('v', context)} and user_id = ${user} and page = ${view.page}
      and lower(name) = lower(${view.name}) and id <> ${view.id}`.execute(tx)
  ).rows.length > 0;

export const updateView = async (tx: Tx, id: string, view: Omit<StoredView, 'page'>, now: Date): Promise<void> => {
  await tx
    .updateTable('saved_views')
    .set({ ...view, search: JSON.stringify(view.search), updated: now })
    .where('id', '=', id)
    .execute();
};

export const deleteView = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('saved_views').where('id', '=', id).execute();
};

/** Makes a view the default of a user's page. */
export const setDefault = async (tx: Tx, context: ReportContext, user: string, view: Pick<ViewRow, 'id' | 'page'>) => {
  await tx
    .insertInto('default_views')
    .values({ user_id: user, place: keyOfContext(context), page: view.page, view_id: view.id })
    .onConflict((conflict) => conflict.columns(['user_id', 'place', 'page']).doUpdateSet({ view_id: view.id }))
    .execute();
};

/** Removes a view as the default of one user, or of everyone except its owner. */
export const unsetDefault = async (tx: Tx, view: string, of: { user: string } | { butUser: string }): Promise<void> => {
  await tx
    .deleteFrom('default_views')
    .where('view_id', '=', view)
    .where('user_id', 'user' in of ? '=' : '<>', 'user' in of ? of.user : of.butUser)
    .execute();
};
