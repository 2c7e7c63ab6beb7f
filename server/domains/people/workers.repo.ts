import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** One role of a person in an account or, with its key, in one of its stations; `id` is null if they are only invited. */
export type WorkerRow = {
  id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  avatar: string | null;
  role: PeopleRole;
  invited: boolean;
  station_key: StationKey | null;
};

/** Far above the hundreds of people of a large account. */
const maxListed = 5000;

type Listing = { now: Date; withPortalAdmins: boolean };

/**
 * All roles, with or without those of portal administrators, and open invitations in an account and its stations that are not
 * deleted: members first, by name.
 */
export const workersIn = async (
  db: Db,
  account: AccountKey,
  { now, withPortalAdmins }: Listing,
): Promise<WorkerRow[]> => {
  const { rows } = await sql<WorkerRow>`
    with own as (select key from stations where account_key = ${account} and deleted_at is null)
    select * from (
      select u.id, u.email, u.first_name, u.last_name, u.avatar, m.role, false as invited, m.station_key
      from (
        select user_id, role, null as station_key from account_members where account_key = ${account}
        union all
        select user_id, role, station_key from station_members join own on own.key = station_key
      ) m join users u on u.id = m.user_id
      where ${withPortalAdmins} or not u.portal_admin
      union all
      select null, i.email, i.first_name, i.last_name, null, i.role, true, i.station_key
      from invitations i
      where i.state = 'pending' and i.expires_at > ${now}
        and (i.scope = 'account' and i.account_key = ${account}
          or i.scope = 'station' and i.station_key in (select key from own))
    ) listed order by invited, lower(first_name || ' ' || last_name), email, id limit ${maxListed}`.execute(db);
  return rows;
};

/** The stations of an account, by name. */
export const stationsIn = async (db: Db, account: AccountKey): Promise<{ key: StationKey; name: string }[]> =>
  await db
    .selectFrom('stations')
    .select(['key', 'name'])
    .where('account_key', '=', account)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('key')
    .execute();
