import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { isEligible, recipientsWithContext } from './report-recipients.repo.ts';

export type MailingRow = {
  id: string;
  schedule_id: string;
  due: Date;
  from_date: string;
  to_date: string;
  ended: Date | null;
  reason: string;
};
type NewMailing = Pick<MailingRow, 'schedule_id' | 'due' | 'from_date' | 'to_date'> & {
  planned: Date;
  on_request: boolean;
};

/**
 * Creates a mailing with an e-mail for each eligible address; undefined where it exists already or no address is
 * eligible.
 */
export const insertMailing = async (tx: Tx, planned: NewMailing): Promise<string | undefined> => {
  const { rows: confirmed } = await sql<{ id: string }>`
    select p.id from ${recipientsWithContext} where p.schedule_id = ${planned.schedule_id} and ${isEligible}`.execute(
    tx,
  );
  if (confirmed.length === 0) return undefined;
  const mailing = await tx
    .insertInto('report_mailings')
    .values(planned)
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due']).where('on_request', '=', false).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!mailing) return undefined;
  await tx
    .insertInto('report_emails')
    .values(confirmed.map(({ id }) => ({ mailing_id: mailing.id, recipient_id: id })))
    .execute();
  return mailing.id;
};

/** How often a report was sent on request since a time. */
export const requestedMailingsSince = async (tx: Tx, schedule: string, since: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_mailings
    where schedule_id = ${schedule} and on_request and due > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
};

export const unqueuedMailings = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('report_mailings').select('id').where('queued', '=', false).limit(1000).execute()).map(
    ({ id }) => id,
  );

export const markQueued = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('report_mailings').set({ queued: true }).where('id', '=', id).execute();
};

/** A mailing that isn't finished. */
export const openMailing = async (db: Db, id: string): Promise<MailingRow | undefined> =>
  await db
    .selectFrom('report_mailings')
    .select(['id', 'schedule_id', 'due', 'from_date', 'to_date', 'ended', 'reason'])
    .where('id', '=', id)
    .where('ended', 'is', null)
    .executeTakeFirst();

export const pendingEmails = async (db: Db | Tx, mailing: string): Promise<string[]> =>
  (
    await db
      .selectFrom('report_emails')
      .select('recipient_id')
      .where('mailing_id', '=', mailing)
      .where('state', '=', 'waiting')
      .orderBy('recipient_id')
      .execute()
  ).map(({ recipient_id }) => recipient_id);

/** Locks an unsent e-mail to an address that is still eligible; undefined where another process holds the lock. */
export const lockEmail = async (tx: Tx, mailing: string, recipient: string): Promise<{ email: string } | undefined> =>
  (
    await sql<{ email: string }>`
      select p.email from ${recipientsWithContext} join report_emails l on l.recipient_id = p.id
      where l.mailing_id = ${mailing} and l.recipient_id = ${recipient} and l.state = 'waiting' and ${isEligible}
      for update of l skip locked`.execute(tx)
  ).rows[0];

/** Fails the e-mails to recipients who lost access since the mailing was planned. */
export const failWithoutAccess = async (db: Db, mailing: string, reason: string): Promise<void> => {
  await sql`update report_emails set state = 'failed', reason = ${reason}
    where mailing_id = ${mailing} and state = 'waiting' and recipient_id in (
      select p.id from ${recipientsWithContext} where p.state = 'confirmed' and not ${isEligible})`.execute(db);
};

type EmailState = { state: 'waiting' | 'sent' | 'failed'; reason: string; sent?: Date };

export const markEmail = async (db: Db | Tx, mailing: string, recipient: string, to: EmailState): Promise<void> => {
  await db
    .updateTable('report_emails')
    .set(to)
    .where('mailing_id', '=', mailing)
    .where('recipient_id', '=', recipient)
    .execute();
};

export const noteReason = async (db: Db, mailing: string, reason: string): Promise<void> => {
  await db.updateTable('report_mailings').set({ reason }).where('id', '=', mailing).execute();
};

/** Ends a mailing; its unsent e-mails fail. While another process sends one of them, it stays open: that one ends it. */
export const endMailing = async (db: Db, mailing: string, now: Date, reason: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await sql`update report_emails set state = 'failed' where mailing_id = ${mailing} and recipient_id in (
      select recipient_id from report_emails where mailing_id = ${mailing} and state = 'waiting'
      for update skip locked)`.execute(tx);
    if ((await pendingEmails(tx, mailing)).length > 0) return;
    await tx.updateTable('report_mailings').set({ ended: now, reason }).where('id', '=', mailing).execute();
  });
};

/** Abandoned mailings: unfinished, though planned before a time. */
export const abandonedMailings = async (db: Db, before: Date): Promise<{ id: string; reason: string }[]> =>
  await db
    .selectFrom('report_mailings')
    .select(['id', 'reason'])
    .where('ended', 'is', null)
    .where('planned', '<', before)
    .limit(1000)
    .execute();

export const deleteMailings = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('report_mailings').where('due', '<', before).execute();
};

export type LastMailing = {
  schedule_id: string;
  due: Date;
  from_date: string;
  to_date: string;
  ended: Date | null;
  sent: number;
  failed: number;
  reasons: string[];
};

/** The newest mailing of each of these reports, with the results of its e-mails. */
export const lastMailings = async (db: Db | Tx, schedules: readonly string[]): Promise<Map<string, LastMailing>> => {
  if (schedules.length === 0) return new Map();
  const { rows } = await sql<LastMailing>`
    select s.schedule_id, s.due, s.from_date, s.to_date, s.ended,
      count(*) filter (where l.state = 'sent')::int as sent, count(*) filter (where l.state = 'failed')::int as failed,
      array_remove(array_agg(distinct nullif(l.reason, '')) || nullif(s.reason, ''), null) as reasons
    from (select distinct on (schedule_id) * from report_mailings where schedule_id = any(${[...schedules]}::uuid[])
      order by schedule_id, due desc) s
    left join report_emails l on l.mailing_id = s.id
    group by s.id, s.schedule_id, s.due, s.from_date, s.to_date, s.ended, s.reason`.execute(db);
  return new Map(rows.map((row) => [row.schedule_id, row]));
};
