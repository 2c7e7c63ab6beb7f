import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { mayGet, recipientsWithPlace } from './report-recipients.repo.ts';

export type SendingRow = {
  id: string;
  schedule_id: string;
  due: Date;
  from_date: string;
  to_date: string;
  ended: Date | null;
  reason: string;
};
type NewSending = Pick<SendingRow, 'schedule_id' | 'due' | 'from_date' | 'to_date'> & {
  planned: Date;
  on_request: boolean;
};

/**
 * Creates a mailing with an e-mail for each eligible address; undefined where it exists already or no address is
 * eligible.
 */
export const insertSending = async (tx: Tx, sending: NewSending): Promise<string | undefined> => {
  const { rows: confirmed } = await sql<{ id: string }>`
    select p.id from ${recipientsWithPlace} where p.schedule_id = ${sending.schedule_id} and ${mayGet}`.execute(tx);
  if (confirmed.length === 0) return undefined;
  const mailing = await tx
    .insertInto('report_sendings')
    .values(sending)
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due']).where('on_request', '=', false).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!mailing) return undefined;
  await tx
    .insertInto('report_letters')
    .values(confirmed.map(({ id }) => ({ sending_id: mailing.id, recipient_id: id })))
    .execute();
  return mailing.id;
};

/** How often a report was sent on request since a time. */
export const requestedSince = async (tx: Tx, schedule: string, since: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_sendings
    where schedule_id = ${schedule} and on_request and due > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
};

export const unordered = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('report_sendings').select('id').where('ordered', '=', false).limit(1000).execute()).map(
    ({ id }) => id,
  );

export const markOrdered = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('report_sendings').set({ ordered: true }).where('id', '=', id).execute();
};

/** A mailing that isn't finished. */
export const openSending = async (db: Db, id: string): Promise<SendingRow | undefined> =>
  await db
    .selectFrom('report_sendings')
    .select(['id', 'schedule_id', 'due', 'from_date', 'to_date', 'ended', 'reason'])
    .where('id', '=', id)
    .where('ended', 'is', null)
    .executeTakeFirst();

export const waitingLetters = async (db: Db, sending: string): Promise<string[]> =>
  (
    await db
      .selectFrom('report_letters')
      .select('recipient_id')
      .where('sending_id', '=', sending)
      .where('state', '=', 'waiting')
      .orderBy('recipient_id')
      .execute()
  ).map(({ recipient_id }) => recipient_id);

/** Locks an unsent e-mail to an address that is still eligible; undefined where another process holds the lock. */
export const holdLetter = async (tx: Tx, sending: string, recipient: string): Promise<{ email: string } | undefined> =>
  (
    await sql<{ email: string }>`
      select p.email from ${recipientsWithPlace} join report_letters l on l.recipient_id = p.id
      where l.sending_id = ${sending} and l.recipient_id = ${recipient} and l.state = 'waiting' and ${mayGet}
      for update of l skip locked`.execute(tx)
  ).rows[0];

/** Fails the e-mails to recipients who lost access since the mailing was planned. */
export const failWithoutAccess = async (db: Db, sending: string, reason: string): Promise<void> => {
  await sql`update report_letters set state = 'failed', reason = ${reason}
    where sending_id = ${sending} and state = 'waiting' and recipient_id in (
      select p.id from ${recipientsWithPlace} where p.state = 'confirmed' and not ${mayGet})`.execute(db);
};

type LetterState = { state: 'waiting' | 'sent' | 'failed'; reason: string; sent?: Date };

export const markLetter = async (db: Db | Tx, sending: string, recipient: string, to: LetterState): Promise<void> => {
  await db
    .updateTable('report_letters')
    .set(to)
    .where('sending_id', '=', sending)
    .where('recipient_id', '=', recipient)
    .execute();
};

export const noteReason = async (db: Db, sending: string, reason: string): Promise<void> => {
  await db.updateTable('report_sendings').set({ reason }).where('id', '=', sending).execute();
};

/** Ends a mailing; its unsent e-mails fail. */
export const endSending = async (db: Db, sending: string, now: Date, reason: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('report_letters')
      .set({ state: 'failed' })
      .where('sending_id', '=', sending)
      .where('state', '=', 'waiting')
      .execute();
    await tx.updateTable('report_sendings').set({ ended: now, reason }).where('id', '=', sending).execute();
  });
};

/** Abandoned mailings: unfinished, though planned before a time. */
export const givenUp = async (db: Db, before: Date): Promise<{ id: string; reason: string }[]> =>
  await db
    .selectFrom('report_sendings')
    .select(['id', 'reason'])
    .where('ended', 'is', null)
    .where('planned', '<', before)
    .limit(1000)
    .execute();

export const forgetSendings = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('report_sendings').where('due', '<', before).execute();
};

export type LastSending = {
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
export const lastSendings = async (db: Db | Tx, schedules: readonly string[]): Promise<Map<string, LastSending>> => {
  if (schedules.length === 0) return new Map();
  const { rows } = await sql<LastSending>`
    select s.schedule_id, s.due, s.from_date, s.to_date, s.ended,
      count(*) filter (where l.state = 'sent')::int as sent, count(*) filter (where l.state = 'failed')::int as failed,
      array_remove(array_agg(distinct nullif(l.reason, '')) || nullif(s.reason, ''), null) as reasons
    from (select distinct on (schedule_id) * from report_sendings where schedule_id = any(${[...schedules]}::uuid[])
      order by schedule_id, due desc) s
    left join report_letters l on l.sending_id = s.id
    group by s.id, s.schedule_id, s.due, s.from_date, s.to_date, s.ended, s.reason`.execute(db);
  return new Map(rows.map((row) => [row.schedule_id, row]));
};
