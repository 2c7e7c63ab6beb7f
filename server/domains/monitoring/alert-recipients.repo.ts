import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/**
 * Whether an address `e.email` receives alerts of a station `s`: it has confirmed, or is the verified address of a
 * member, and has not unsubscribed.
 */
const isSubscribed = sql<boolean>`(not exists (select from alert_recipients r
    where r.station_key = s.key and r.email = e.email and r.state = 'stopped')
  and (exists (select from alert_recipients r
    where r.station_key = s.key and r.email = e.email and r.state = 'confirmed')
  or exists (select from users u where lower(u.email) = e.email and u.email_verified and u.disabled_at is null
    and (exists (select from account_members m where m.user_id = u.id and m.account_key = s.account_key)
      or exists (select from station_members m where m.user_id = u.id and m.station_key = s.key)))))`;

/** Those of these addresses, in order, that receive alerts of the station. */
export const confirmedAmong = async (
  db: Db | Tx,
  station: StationKey,
  emails: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select e.email from stations s, unnest(${[...emails]}::text[]) with ordinality as e (email, place)
    where s.key = ${station} and ${isSubscribed} order by e.place`.execute(db);
  return rows.map(({ email }) => email);
};

/** Addresses of monitored stations that were never asked to confirm. */
export const unaskedRecipients = async (db: Db): Promise<{ station: StationKey; email: string }[]> => {
  const { rows } = await sql<{ station: StationKey; email: string }>`
    select s.key as station, e.email
    from stations s, jsonb_array_elements_text(s.monitoring_settings -> 'emails') as e (email)
    where s.deleted_at is null and s.monitoring_settings ->> 'link' = 'true' and not ${isSubscribed}
      and not exists (select from alert_recipients r where r.station_key = s.key and r.email = e.email)
    limit 1000`.execute(db);
  return rows;
};

/**
 * Records that an address is asked to confirm alerts of a station. Returns its id, or undefined if since `since` it was
 * asked for this station, or for `most` stations.
 */
export const recordConfirmationRequest = async (
  db: Db,
  { station, email, now, since, most }: { station: StationKey; email: string; now: Date; since: Date; most: number },
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    insert into alert_recipients as r (station_key, email, state, asked)
    select ${station}, ${email}, 'waiting', ${now}
    where (select count(*) from alert_recipients where email = ${email} and asked > ${since}) < ${most}
    on conflict (station_key, email) do update set asked = excluded.asked, secret_hash = null
      where r.state = 'waiting' and r.asked <= ${since}
    returning id`.execute(db);
  return rows[0]?.id;
};

/** Locks an address whose confirmation request is still to be sent, and returns it with the station's name. */
export const lockConfirmationRequest = (tx: Tx, id: string) =>
  tx
    .selectFrom('alert_recipients as r')
    .innerJoin('stations as s', 's.key', 'r.station_key')
    .select(['r.email', 's.name'])
    .where('r.id', '=', id)
    .where('r.state', '=', 'waiting')
    .where('r.secret_hash', 'is', null)
    .where('s.deleted_at', 'is', null)
    .forUpdate('r')
    .skipLocked()
    .executeTakeFirst();

export const markConfirmationSent = async (tx: Tx, id: string, secret_hash: string, asked: Date): Promise<void> => {
  await tx.updateTable('alert_recipients').set({ secret_hash, asked }).where('id', '=', id).execute();
};

/** The recipient of a confirmation request sent after `since`, by its secret. */
export const recipientBySecret = (db: Db, hash: string, since: Date) =>
  db
    .selectFrom('alert_recipients as r')
    .innerJoin('stations as s', 's.key', 'r.station_key')
    .select(['r.id', 'r.email', 'r.state', 's.name'])
    .where('r.secret_hash', '=', hash)
    .where('r.asked', '>', since)
    .executeTakeFirst();

export const confirmRecipient = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('alert_recipients').set({ state: 'confirmed' }).where('id', '=', id).execute();
};

/** The recipient of an alert e-mail. */
export type AlertRecipient = { station: StationKey; email: string; name: string; stopped: boolean };

export const recipientOfEmail = async (db: Db, letter: string): Promise<AlertRecipient | undefined> => {
  const { rows } = await sql<AlertRecipient>`
    select s.key as station, l.email, s.name, coalesce(r.state = 'stopped', false) as stopped
    from alert_emails l join stations s on s.key = l.station_key
    left join alert_recipients r on r.station_key = l.station_key and r.email = l.email
    where l.id = ${letter} and s.deleted_at is null`.execute(db);
  return rows[0];
};

/** Unsubscribes an address from a station's alerts or subscribes it again; applies to members too. */
export const setStopped = async (
  db: Db,
  { station, email }: Pick<AlertRecipient, 'station' | 'email'>,
  isStopped: boolean,
  now: Date,
): Promise<void> => {
  const state = isStopped ? 'stopped' : 'confirmed';
  await db
    .insertInto('alert_recipients')
    .values({ station_key: station, email, state, secret_hash: null, asked: now })
    .onConflict((conflict) => conflict.columns(['station_key', 'email']).doUpdateSet({ state, secret_hash: null }))
    .execute();
};
