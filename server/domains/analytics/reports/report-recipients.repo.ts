import { sql, type RawBuilder } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { ReportRecipientsTable } from './reports.tables.ts';
import type { ReportContext } from './report-context.ts';

export type RecipientRow = Selectable<ReportRecipientsTable>;

/** Whether a user `u` with a verified e-mail address may read the analytics of an account or of one of its stations. */
const reads = (account: RawBuilder<unknown>, station: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  u.email_verified and u.disabled_at is null and (u.portal_admin
    or exists (select from account_members where user_id = u.id and account_key = ${account})
    or exists (select from station_members where user_id = u.id and station_key = ${station}
      and role in ('owner', 'admin')))`;

const isReader = sql<boolean>`exists (select from users u where lower(u.email) = p.email
  and ${reads(sql`coalesce(r.account_key, s.account_key)`, sql`r.station_key`)})`;

/**
 * For a recipient `p` with its report `r` and that report's station `s`: whether it may receive reports, because it
 * confirmed by e-mail or belongs to a user with access now.
 */
export const isEligible = sql<boolean>`(p.state = 'confirmed' and (p.confirmed_by_email or ${isReader}))`;

/** The tables that `isEligible` reads. */
export const recipientsWithContext = sql`report_recipients p join report_schedules r on r.id = p.schedule_id
  left join stations s on s.key = r.station_key`;

type PlacedRecipient = Pick<RecipientRow, 'schedule_id' | 'email' | 'state'> & { may_get: boolean };

/** The recipients of these reports, and whether each may receive them now. */
export const recipientsOf = async (db: Db | Tx, schedules: readonly string[]): Promise<PlacedRecipient[]> =>
  (
    await sql<PlacedRecipient>`select p.schedule_id, p.email, p.state, ${isEligible} as may_get from ${recipientsWithContext}
      where p.schedule_id = any(${[...schedules]}::uuid[]) order by p.email`.execute(db)
  ).rows;

/** Those of these addresses that are verified and belong to users with access to the analytics. */
export const readersAmong = async (tx: Tx, context: ReportContext, emails: readonly string[]): Promise<Set<string>> => {
  const account = context.scope === 'portal' ? null : context.account;
  const station = context.scope === 'station' ? context.station : null;
  const { rows } = await sql<{ email: string }>`
    select distinct lower(u.email) as email from users u
    where lower(u.email) = any(${[...emails]}) and ${reads(sql`${account}::text`, sql`${station}::text`)}`.execute(tx);
  return new Set(rows.map(({ email }) => email));
};

/** Earlier answers of these addresses to reports of the same account, or of the portal. */
export const earlierAnswers = async (
  tx: Tx,
  context: ReportContext,
  emails: readonly string[],
): Promise<{ email: string; state: 'confirmed' | 'unsubscribed' }[]> => {
  const account = context.scope === 'portal' ? null : context.account;
  const { rows } = await sql<{ email: string; state: 'confirmed' | 'unsubscribed' }>`
    select distinct p.email, p.state from report_recipients p
    join report_schedules r on r.id = p.schedule_id left join stations s on s.key = r.station_key
    where p.email = any(${[...emails]}) and (p.state = 'unsubscribed' or (p.state = 'confirmed' and p.confirmed_by_email))
      and coalesce(r.account_key, s.account_key) is not distinct from ${account}`.execute(tx);
  return rows;
};

export const insertRecipients = async (
  tx: Tx,
  schedule: string,
  recipients: readonly Pick<RecipientRow, 'email' | 'state' | 'confirmed_by_email'>[],
): Promise<void> => {
  if (recipients.length === 0) return;
  const rows = recipients.map((one) => ({ ...one, schedule_id: schedule, secret_hash: null }));
  await tx.insertInto('report_recipients').values(rows).execute();
};

export const deleteRecipients = async (tx: Tx, schedule: string, remaining: readonly string[]): Promise<void> => {
  await sql`delete from report_recipients where schedule_id = ${schedule} and email <> all(${[...remaining]})`.execute(
    tx,
  );
};

/** Records a confirmation request; false where the address has had `most` requests since the given time. */
export const recordConfirmationRequest = async (
  tx: Tx,
  email: string,
  now: Date,
  bound: { since: Date; most: number },
) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_confirmations where email = ${email} and requested > ${bound.since}`.execute(
    tx,
  );
  if ((rows[0]?.count ?? 0) >= bound.most) return false;
  await tx.insertInto('report_confirmations').values({ email, requested: now }).execute();
  return true;
};

/** Recipients who have not been sent the confirmation e-mail. */
export const unaskedRecipients = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('report_recipients')
      .select('id')
      .where('state', '=', 'asked')
      .where('confirmation_sent', 'is', null)
      .limit(1000)
      .execute()
  ).map(({ id }) => id);

/** Locks a recipient who is still to be asked. */
export const lockUnasked = async (tx: Tx, id: string): Promise<RecipientRow | undefined> =>
  await tx
    .selectFrom('report_recipients')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .where('confirmation_sent', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export const markConfirmationSent = async (tx: Tx, id: string, secret_hash: string, sent: Date): Promise<void> => {
  await tx
    .updateTable('report_recipients')
    .set({ secret_hash, confirmation_sent: sent })
    .where('id', '=', id)
    .execute();
};

/** A recipient by the secret it was sent after `since`, or by id. */
export const recipientBy = async (
  db: Db,
  by: { hash: string; since: Date } | { id: string },
): Promise<RecipientRow | undefined> => {
  const all = db.selectFrom('report_recipients').selectAll();
  return 'id' in by
    ? await all.where('id', '=', by.id).executeTakeFirst()
    : await all.where('secret_hash', '=', by.hash).where('confirmation_sent', '>', by.since).executeTakeFirst();
};

/** Stores the answer given by a link; for a user with access, that access alone counts, not the confirmation. */
export const setAnswer = async (db: Db, id: string, state: 'confirmed' | 'unsubscribed'): Promise<void> => {
  await sql`update report_recipients t set state = ${state}, confirmed_by_email = ${state === 'confirmed'} and not exists (
    select from ${recipientsWithContext} where p.id = t.id and ${isReader}) where t.id = ${id}`.execute(db);
};

export const deleteConfirmationRequests = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('report_confirmations').where('requested', '<', before).execute();
};
