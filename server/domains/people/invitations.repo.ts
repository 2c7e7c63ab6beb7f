import { sql, type Selectable } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { InvitationsTable } from './people.tables.ts';
import { placeKey, type Place } from './place.ts';

export type InvitationRow = Selectable<InvitationsTable>;

/** An open invitation with its target and inviter. */
export type OpenInvitation = InvitationRow & {
  inviter: string | null;
  inviterEmail: string | null;
  /** For a station: the account it belongs to. */
  account: AccountKey | null;
  name: string;
  accountSuspended: boolean;
  stationSuspended: boolean;
};

type NewInvitation = {
  id: string;
  token_hash: string;
  place: Place;
  email: string;
  first_name: string;
  last_name: string;
  role: PeopleRole;
  invited_by: string;
  created: Date;
  expires_at: Date;
};

/** Stores an invitation; it replaces an open one of the same e-mail to the same place, whose secret stops working. */
export const upsertInvitation = async (tx: Tx, given: NewInvitation): Promise<{ id: string }> => {
  const { place } = given;
  const account = place.scope === 'account' ? place.account : null;
  const station = place.scope === 'station' ? place.station : null;
  const { rows } = await sql<{ id: string }>`
    insert into invitations (id, token_hash, scope, account_key, station_key, email, first_name, last_name, role,
      invited_by, created, expires_at)
    values (${given.id}, ${given.token_hash}, ${place.scope}, ${account}, ${station}, ${given.email},
      ${given.first_name}, ${given.last_name}, ${given.role}, ${given.invited_by}, ${given.created}, ${given.expires_at})
    on conflict (scope, coalesce(station_key, account_key, ''), email) where state = 'pending'
    do update set token_hash = excluded.token_hash, role = excluded.role, invited_by = excluded.invited_by,
      first_name = excluded.first_name, last_name = excluded.last_name, created = excluded.created,
      expires_at = excluded.expires_at
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The invitation was not stored.');
  return row;
};

/** The open invitations to a place, latest first, with the names of the inviters. */
export const openInvitationsTo = async (
  db: Db | Tx,
  place: Place,
  now: Date,
): Promise<(InvitationRow & { inviter: string | null })[]> => {
  const { rows } = await sql<InvitationRow & { inviter: string | null }>`
    select i.*, ${inviterName} as inviter from invitations i left join users u on u.id = i.invited_by
    where ${isOpenAt(place, now)} order by i.created desc, i.id limit ${maxListed}`.execute(db);
  return rows;
};

/** The open invitation of an e-mail to a place; locks it until commit. */
export const openInvitationOf = async (
  tx: Tx,
  place: Place,
  email: string,
  now: Date,
): Promise<InvitationRow | undefined> => {
  const { rows } = await sql<InvitationRow>`select i.* from invitations i
    where ${isOpenAt(place, now)} and i.email = ${email} for update`.execute(tx);
  return rows[0];
};

/** The open invitation to a place with this id or secret; locks it until commit. */
export const openInvitationByToken = async (
  tx: Tx,
  place: Place,
  token: { id: string; hash: string },
  now: Date,
): Promise<InvitationRow | undefined> => {
  const { rows } = await sql<InvitationRow>`select i.* from invitations i
    where ${isOpenAt(place, now)} and (i.id = ${token.id} or i.token_hash = ${token.hash}) for update`.execute(tx);
  return rows[0];
};

/** The open invitations to an e-mail whose targets still exist, latest first. */
export const openInvitationsFor = async (db: Db | Tx, email: string, now: Date): Promise<OpenInvitation[]> =>
  await selectOpen(db, sql`i.email = ${email}`, now);

/** The open invitation with this id or secret whose target still exists. */
export const findOpenInvitation = async (
  db: Db | Tx,
  token: { id: string; hash: string },
  now: Date,
): Promise<OpenInvitation | undefined> =>
  (await selectOpen(db, sql`(i.id = ${token.id} or i.token_hash = ${token.hash})`, now))[0];

/** Closes an invitation; returns whether it was still open. */
export const closeInvitation = async (
  tx: Db | Tx,
  id: string,
  state: 'accepted' | 'rejected' | 'withdrawn',
  by: { user: string; now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ state, answered_at: by.now, answered_by: by.user })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('expires_at', '>', by.now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Replaces the secret of an open invitation; returns whether it was still open. */
export const replaceSecret = async (db: Db, id: string, token_hash: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ token_hash })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Users with this verified e-mail, who see its invitations. */
export const usersWithVerifiedEmail = async (db: Db | Tx, email: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from users where lower(email) = ${email} and email_verified limit 20`.execute(db);
  return rows.map(({ id }) => id);
};

const maxListed = 1000;
const inviterName = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`;

const isOpenAt = (place: Place, now: Date) => sql`i.state = 'pending' and i.expires_at > ${now}
  and i.scope = ${place.scope} and coalesce(i.station_key, i.account_key, '') = ${placeKey(place)}`;

const selectOpen = async (db: Db | Tx, condition: ReturnType<typeof sql>, now: Date): Promise<OpenInvitation[]> => {
  const { rows } = await sql<OpenInvitation & { station: StationKey | null }>`
    select i.*, ${inviterName} as inviter, u.email as "inviterEmail", a.key as account, coalesce(s.name, a.company, '') as name,
      coalesce(a.suspended_at is not null, false) as "accountSuspended",
      coalesce(s.suspended_at is not null, false) as "stationSuspended"
    from invitations i
      left join stations s on s.key = i.station_key
      left join accounts a on a.key = coalesce(s.account_key, i.account_key)
      left join users u on u.id = i.invited_by
    where i.state = 'pending' and i.expires_at > ${now} and a.deleted_at is null and s.deleted_at is null
      and ${condition}
    order by i.created desc, i.id limit ${maxListed}`.execute(db);
  return rows;
};
