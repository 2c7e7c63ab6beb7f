import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { statement } from '#server/kernel/db/statement.ts';
import type { UsersTable } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type UserRow = Selectable<UsersTable>;

/** A person's row, with their subject at the identity provider. */
export const personRow = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Sets a verified e-mail; older access tokens still carry the previous one but do not restore it. */
export const setVerifiedEmail = async (db: Db, id: string, email: string, now: Date): Promise<void> => {
  await db.updateTable('users').set({ email, email_verified: true, updated: now }).where('id', '=', id).execute();
};

/** A person's row with their roles, by the name of the account or station, as `presentUser` needs them. */
export type SelfRow = Pick<UserRow, keyof typeof selfColumns> & {
  accounts: { key: AccountKey; role: 'owner' | 'admin' }[];
  stations: { key: StationKey; role: 'owner' | 'admin' | 'staff' }[];
  /** Whether an account of theirs, direct or through a station, offers the support widget. */
  chat_support: boolean;
};

/** A signed-in person with their roles, in one statement. */
export const selfRow = async (db: Db, id: string): Promise<SelfRow | undefined> => (await selfById(db, id))[0];

const selfColumns = {
  id: true,
  email: true,
  email_verified: true,
  first_name: true,
  last_name: true,
  gender: true,
  birthday: true,
  currency: true,
  country: true,
  timezone: true,
  locale: true,
  contact_info: true,
  dj_info: true,
  pretty_url: true,
  avatar: true,
  preferences: true,
  updated: true,
} satisfies Partial<Record<keyof UserRow, true>>;

const rolesBy = (name: string) => sql`coalesce(jsonb_agg(jsonb_build_object('key', r.key, 'role', r.role)
  order by lower(${sql.ref(name)}), r.key), '[]')`;

const selfById = statement(
  'user.self',
  (id: RawBuilder<string>) => sql<SelfRow>`
    with a as materialized (select a.key, a.company, a.chat_support, m.role from account_members m
        join accounts a on a.key = m.account_key where m.user_id = ${id} and a.deleted_at is null),
      s as materialized (select s.key, s.name, a.chat_support, m.role from station_members m
        join stations s on s.key = m.station_key join accounts a on a.key = s.account_key
        where m.user_id = ${id} and s.deleted_at is null and a.deleted_at is null)
    select ${sql.join(Object.keys(selfColumns).map((column) => sql.ref(`users.${column}`)))},
      (select ${rolesBy('r.company')} from a r) as accounts, (select ${rolesBy('r.name')} from s r) as stations,
      exists (select from a where chat_support) or exists (select from s where chat_support) as chat_support
    from users where users.id = ${id}`,
);

/** The accounts a person belongs to, by name. */
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

/** The stations a person has access to, directly or through an account, by name; queried from their memberships. */
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
/** Keys to merge into the JSON documents of a row; others are unchanged. */
export type ChangedDocuments = Partial<Record<'contact_info' | 'dj_info' | 'preferences', Record<string, unknown>>>;

/** Whether another person's page has this URL, ignoring case. */
export const isUrlInUse = async (db: Db, id: string, prettyUrl: string): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['pretty_url']), '=', prettyUrl.toLowerCase()))
    .where('pretty_url', 'is not', null)
    .where('id', '<>', id)
    .executeTakeFirst();
  return found !== undefined;
};

/** Changes columns and merges JSON documents of a person's row; reports a page URL that is in use. */
export const changeRow = async (
  db: Db,
  id: string,
  changes: ChangedRow & { updated?: Date },
  documents: ChangedDocuments = {},
): Promise<'done' | 'urlInUse'> => {
  const merged = Object.fromEntries(
    Object.entries(documents).map(([name, value]) => [name, sql`${sql.ref(name)} || ${JSON.stringify(value)}::jsonb`]),
  );
  if (Object.keys({ ...changes, ...merged }).length === 0) return 'done';
  try {
    await db
      .updateTable('users')
      .set({ ...changes, ...merged })
      .where('id', '=', id)
      .execute();
    return 'done';
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_pretty_url') return 'urlInUse';
    throw error;
  }
};

/** Sets the avatar and returns the previous one. */
export const swapAvatar = async (db: Db, id: string, avatar: string | null, updated: Date): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('users').select('avatar').where('id', '=', id).forUpdate().executeTakeFirst();
    await tx.updateTable('users').set({ avatar, updated }).where('id', '=', id).execute();
    return before?.avatar ?? null;
  });
