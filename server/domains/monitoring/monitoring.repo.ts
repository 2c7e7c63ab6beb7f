import { sql, type Selectable } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { AlertKind } from '#contract/api/station-profile.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { wantsEmails } from '#server/platform/wanted-emails.ts';
import type { AlertEmailsTable, StationAlertsTable } from './monitoring.tables.ts';

export type AlertRow = Selectable<StationAlertsTable>;

/** The stations with monitoring turned on, and those with open alerts, even if deleted. */
export const watchedStations = (db: Db) =>
  db
    .selectFrom('stations')
    .select(['key', 'monitoring_settings', 'deleted_at'])
    // The union lets PostgreSQL use one index for each half.
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('stations')
        .select('key')
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`monitoring_settings->>'link' = 'true'`)
        .union(selectFrom('station_alerts').select('station_key as key').where('ended', 'is', null)),
    )
    .execute();

export const openAlerts = (db: Db): Promise<AlertRow[]> =>
  db.selectFrom('station_alerts').selectAll().where('ended', 'is', null).execute();

/** The latest alerts of a station, with the number of e-mails delivered for each. */
export const latestAlerts = (db: Db, station: StationKey, most: number) =>
  db
    .selectFrom('station_alerts')
    .selectAll()
    .select(({ selectFrom, fn }) =>
      selectFrom('alert_emails')
        .select(fn.countAll<number>().as('sent'))
        .whereRef('alert_id', '=', 'station_alerts.id')
        .where('sent', 'is not', null)
        .as('letters'),
    )
    .where('station_key', '=', station)
    .orderBy('began', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();

type MemberAlert = Pick<AlertRow, 'id' | 'station_key' | 'kind' | 'began' | 'ended' | 'outcome' | 'count'> & {
  account_key: AccountKey;
  name: string;
};

/** The alerts of the stations of which, or of whose account, a person is a member: open, or begun since then. */
export const alertsOfMember = async (db: Db, user: string, since: Date, most: number): Promise<MemberAlert[]> => {
  const { rows } = await sql<MemberAlert>`
    select a.id, a.station_key, a.kind, a.began, a.ended, a.outcome, a.count, s.account_key, s.name
    from station_alerts a join stations s on s.key = a.station_key
    where s.deleted_at is null and (a.ended is null or a.began >= ${since})
      and (exists (select from station_members m where m.station_key = s.key and m.user_id = ${user})
        or exists (select from account_members m where m.account_key = s.account_key and m.user_id = ${user}))
    order by (a.ended is null) desc, a.began desc, a.id limit ${most}`.execute(db);
  return rows;
};

/** The members of these stations, also by their accounts: whose inboxes show their alerts. */
export const membersOfStations = async (db: Db, stations: readonly StationKey[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from station_members where station_key = any(${[...stations]})
    union select m.user_id from account_members m join stations s on s.account_key = m.account_key
      where s.key = any(${[...stations]})`.execute(db);
  return rows.map(({ id }) => id);
};

/** Opens an alert; undefined if another process already did. */
export const insertAlert = (tx: Tx, station_key: StationKey, kind: AlertKind, began: Date) =>
  tx
    .insertInto('station_alerts')
    .values({ station_key, kind, began })
    .onConflict((conflict) => conflict.columns(['station_key', 'kind']).where('ended', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Reopens the latest alert of a kind if it recovered after `since`. */
export const reopenAlert = (tx: Tx, station: StationKey, kind: AlertKind, since: Date) =>
  tx
    .updateTable('station_alerts')
    .set({ ended: null, outcome: null, recovering: null, count: sql`count + 1` })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('station_alerts')
        .select('id')
        .where('station_key', '=', station)
        .where('kind', '=', kind)
        .where('outcome', '=', 'recovered')
        .where('ended', '>', since)
        .orderBy('ended', 'desc')
        .limit(1)
        .forUpdate(),
    )
    .where('ended', 'is not', null)
    .returningAll()
    .executeTakeFirst();

/** Sets since when an open alert has been recovering; null if the fault is back. */
export const setRecovering = async (db: Db, id: string, since: Date | null, counted = false): Promise<void> => {
  await db
    .updateTable('station_alerts')
    .set({ recovering: since, ...(counted && { count: sql`count + 1` }) })
    .where('id', '=', id)
    .where('ended', 'is', null)
    .where('recovering', since === null ? 'is not' : 'is', null)
    .execute();
};

/** Ends an open alert, a recovered one at the start of its recovery; undefined if another process already did. */
export const endAlert = (tx: Tx, id: string, outcome: 'recovered' | 'stopped', now: Date) =>
  tx
    .updateTable('station_alerts')
    .set({ ended: outcome === 'recovered' ? sql`recovering` : now, outcome })
    .where('id', '=', id)
    .where('ended', 'is', null)
    .returningAll()
    .executeTakeFirst();

type NewEmails = Pick<AlertEmailsTable, 'station_key' | 'alert_id' | 'about' | 'round'> & { created: Date };

/** Creates an e-mail for each address; returns their ids. */
export const insertEmails = async (tx: Tx, fields: NewEmails, emails: readonly string[]): Promise<string[]> => {
  if (emails.length === 0) return [];
  const rows = await tx
    .insertInto('alert_emails')
    .values(emails.map((email) => ({ ...fields, email })))
    .onConflict((conflict) => conflict.columns(['alert_id', 'about', 'round', 'email']).doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** The number of notifications for a station since then, all recipients of one counted once. */
export const notificationsSince = async (tx: Tx, station: StationKey, since: Date): Promise<number> => {
  const { occasions } = await tx
    .selectFrom('alert_emails')
    .select(sql<number>`count(distinct (alert_id, about, round))`.as('occasions'))
    .where('station_key', '=', station)
    .where('created', '>', since)
    .where('about', 'in', ['began', 'again'])
    .executeTakeFirstOrThrow();
  return Number(occasions);
};

/** The number of test alerts for a station since then, to the address with the most of them. */
export const testsSince = async (tx: Tx, station: StationKey, since: Date): Promise<number> => {
  const found = await tx
    .selectFrom('alert_emails')
    .select(({ fn }) => fn.countAll<number>().as('tests'))
    .where('station_key', '=', station)
    .where('about', '=', 'test')
    .where('created', '>', since)
    .groupBy('email')
    .orderBy('tests', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(found?.tests ?? 0);
};

export const wasNotified = async (tx: Tx, alert: string): Promise<boolean> =>
  (await tx.selectFrom('alert_emails').select('id').where('alert_id', '=', alert).limit(1).executeTakeFirst()) !==
  undefined;

/**
 * Locks an unsent e-mail and returns it with its alert; undefined if it was sent, another process has locked it, or its recipient
 * gets no alerts: the address unsubscribed, or its user does without them. A test goes to those too.
 */
export const lockEmail = (tx: Tx, id: string) =>
  tx
    .selectFrom('alert_emails as letter')
    .innerJoin('stations', 'stations.key', 'letter.station_key')
    .leftJoin('station_alerts as alert', 'alert.id', 'letter.alert_id')
    .select([
      'letter.id',
      'letter.about',
      'letter.email',
      'stations.key',
      'stations.account_key',
      'stations.name',
      'stations.default_timezone',
      'alert.kind',
      'alert.began',
      'alert.ended',
      'alert.recovering',
      'alert.count',
    ])
    .where('letter.id', '=', id)
    .where('letter.sent', 'is', null)
    .where('stations.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_recipients as stopped')
            .select('stopped.id')
            .whereRef('stopped.station_key', '=', 'letter.station_key')
            .whereRef('stopped.email', '=', 'letter.email')
            .where('stopped.state', '=', 'stopped'),
        ),
      ),
    )
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('letter.about', '=', 'test'),
        not(
          exists(
            selectFrom('users as u')
              .select('u.id')
              .where(sql<boolean>`lower(u.email) = letter.email and u.email_verified`)
              .where(sql<boolean>`not ${wantsEmails('u', 'alerts')}`),
          ),
        ),
      ]),
    )
    .forUpdate('letter')
    .skipLocked()
    .executeTakeFirst();

export type EmailRow = NonNullable<Awaited<ReturnType<typeof lockEmail>>>;

export const markSent = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('alert_emails').set({ sent: now }).where('id', '=', id).execute();
};

export const monitoringSettings = async (tx: Db | Tx, key: StationKey) =>
  (
    await tx
      .selectFrom('stations')
      .select('monitoring_settings')
      .where('key', '=', key)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.monitoring_settings;

/** Deletes the alerts that ended before then, and test e-mails as old. */
export const deleteOlderThan = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('station_alerts').where('ended', '<', before).execute();
  await db.deleteFrom('alert_emails').where('alert_id', 'is', null).where('created', '<', before).execute();
};
