import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import type { Db } from '#server/kernel/kernel.ts';

type Membership = { name: string; role: PeopleRole; since: Date };

/** The accounts a person is a member of, by name; deleted ones are left out. */
export const accountsOfPerson = async (db: Db, user: string): Promise<(Membership & { key: AccountKey })[]> =>
  (
    await sql<Membership & { key: AccountKey }>`
      select a.key, coalesce(nullif(a.company, ''), a.email) as name, m.role, m.created as since
      from account_members m join accounts a on a.key = m.account_key
      where m.user_id = ${user} and a.deleted_at is null order by lower(a.company), a.key limit 500`.execute(db)
  ).rows;

/** The stations a person is a member of, by name; deleted ones are left out. */
export const stationsOfPerson = async (
  db: Db,
  user: string,
): Promise<(Membership & { key: StationKey; account_key: AccountKey })[]> =>
  (
    await sql<Membership & { key: StationKey; account_key: AccountKey }>`
      select s.key, s.account_key, s.name, m.role, m.created as since
      from station_members m join stations s on s.key = m.station_key
      where m.user_id = ${user} and s.deleted_at is null order by lower(s.name), s.key limit 500`.execute(db)
  ).rows;

export type PersonInvitation = {
  id: string;
  scope: 'portal' | 'account' | 'station';
  name: string;
  role: PeopleRole;
  created: Date;
  expires_at: Date;
};

/** The open invitations to an e-mail, expired ones too, as those can be sent again. */
export const invitationsTo = async (db: Db, email: string): Promise<PersonInvitation[]> =>
  (
    await sql<PersonInvitation>`
      select i.id, i.scope, i.role, i.created, i.expires_at,
        coalesce(s.name, nullif(a.company, ''), a.email, '') as name
      from invitations i left join stations s on s.key = i.station_key left join accounts a on a.key = i.account_key
      where i.state = 'pending' and lower(i.email) = lower(${email}) and a.deleted_at is null and s.deleted_at is null
      order by i.created desc, i.id limit 100`.execute(db)
  ).rows;

/** Makes an open invitation valid until then. */
export const extendInvitation = async (db: Db, id: string, until: Date): Promise<void> => {
  await db
    .updateTable('invitations')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
};

/** The latest e-mails to an address. */
export const emailsTo = async (db: Db, email: string): Promise<{ at: Date; subject: string; failure: string }[]> =>
  (
    await sql<{ at: Date; subject: string; failure: string }>`
      select at, subject, failure from sent_emails where recipient = lower(${email}) order by at desc, id desc limit 50`.execute(
      db,
    )
  ).rows;

/** What only the person's own row says. */
export const personRowOf = (db: Db, id: string) =>
  db.selectFrom('users').select(['email_verified', 'first_name', 'last_name']).where('id', '=', id).executeTakeFirst();
