import { sql, type Selectable } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { UsersTable } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type UserRow = Selectable<UsersTable>;

/** A person's row: whom the identity provider knows them as. */
export const personRow = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Access tokens issued before name the e-mail that was, and do not bring it back. */
export const setProvenEmail = async (db: Db, id: string, email: string, now: Date): Promise<void> => {
  await db.updateTable('users').set({ email, email_verified: true, updated: now }).where('id', '=', id).execute();
};

/** The accounts somebody belongs to, by name. */
export const accountsOf = (db: Db, id: string) =>
  db
    .selectFrom('account_members as m')
    .innerJoin('accounts as a', 'a.key', 'm.account_key')
    .select(['a.key', 'a.company', 'a.suspended_at', 'a.logo', 'a.chat_support', 'm.role'])
    .where('m.user_id', '=', id)
    .where('a.deleted_at', 'is', null)
    .orderBy((eb) => eb.fn('lower', ['a.company']))
    .orderBy('a.key')
    .execute();

/** The stations somebody has a role of their own in, by name. */
export const stationRolesOf = (db: Db, id: string) =>
  db
    .selectFrom('station_members as m')
    .innerJoin('stations as s', 's.key', 'm.station_key')
    .innerJoin('accounts as a', 'a.key', 's.account_key')
    .select(['s.key', 'm.role'])
    .where('m.user_id', '=', id)
    .where('s.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .orderBy((eb) => eb.fn('lower', ['s.name']))
    .orderBy('s.key')
    .execute();

/** The stations somebody may work in: their own, and those of their accounts; by name. Found from the person's side. */
export const stationsOf = (db: Db, id: string) =>
  db
    .with('mine', (within) =>
      within
        .selectFrom('station_members')
        .select('station_key as key')
        .where('user_id', '=', id)
        .union(
          within
            .selectFrom('account_members as am')
            .innerJoin('stations as of', 'of.account_key', 'am.account_key')
            .select('of.key')
            .where('am.user_id', '=', id),
        ),
    )
    .selectFrom('mine')
    .innerJoin('stations as s', 's.key', 'mine.key')
    .innerJoin('accounts as a', 'a.key', 's.account_key')
    .select(['s.key', 's.name', 's.account_key', 's.streamname'])
    .where('s.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .orderBy((eb) => eb.fn('lower', ['s.name']))
    .orderBy('s.key')
    .limit(limits.stationListLimit)
    .execute();

/** Whether any account that somebody belongs to, or works in a station of, offers its people the support widget. */
export const hasChatSupport = async (db: Db, id: string): Promise<boolean> => {
  const found = await sql<{ found: boolean }>`
    select exists (
      select from account_members m join accounts a on a.key = m.account_key
      where m.user_id = ${id} and a.chat_support and a.deleted_at is null
    ) or exists (
      select from station_members m join stations s on s.key = m.station_key join accounts a on a.key = s.account_key
      where m.user_id = ${id} and a.chat_support and a.deleted_at is null and s.deleted_at is null
    ) as found`.execute(db);
  return found.rows[0]?.found ?? false;
};

export type ChangedRow = Partial<
  Pick<
    UserRow,
    | 'first_name'
    | 'last_name'
    | 'gender'
    | 'birthday'
    | 'currency'
    | 'country'
    | 'timezone'
    | 'locale'
    | 'pretty_url'
    | 'avatar'
  >
>;
/** What is laid over the documents of a row; what it doesn't name stays. */
export type ChangedDocuments = Partial<Record<'contact_info' | 'dj_info' | 'preferences', Record<string, unknown>>>;

/** Whether somebody else's page has this address, however it is written. */
export const isUrlTaken = async (db: Db, id: string, prettyUrl: string): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['pretty_url']), '=', prettyUrl.toLowerCase()))
    .where('pretty_url', 'is not', null)
    .where('id', '<>', id)
    .executeTakeFirst();
  return found !== undefined;
};

/** Changes columns and parts of documents of a person's row; whether the address of their page was free. */
export const changeRow = async (
  db: Db,
  id: string,
  changes: ChangedRow & { updated?: Date },
  documents: ChangedDocuments = {},
): Promise<'done' | 'urlInUse'> => {
  const laid = Object.fromEntries(
    Object.entries(documents).map(([name, value]) => [name, sql`${sql.ref(name)} || ${JSON.stringify(value)}::jsonb`]),
  );
  if (Object.keys({ ...changes, ...laid }).length === 0) return 'done';
  try {
    await db
      .updateTable('users')
      .set({ ...changes, ...laid })
      .where('id', '=', id)
      .execute();
    return 'done';
  } catch (thrown) {
    if ((thrown as { constraint?: string }).constraint === 'users_pretty_url') return 'urlInUse';
    throw thrown;
  }
};

/** Puts another picture in its place; gives back the one that was there. */
export const swapAvatar = async (db: Db, id: string, avatar: string | null, updated: Date): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('users').select('avatar').where('id', '=', id).forUpdate().executeTakeFirst();
    await tx.updateTable('users').set({ avatar, updated }).where('id', '=', id).execute();
    return before?.avatar ?? null;
  });
