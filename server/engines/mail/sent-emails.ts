import type { Generated } from 'kysely';
import type { Created } from '#server/kernel/db/columns.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    sent_emails: SentEmailsTable;
  }
}

export type SentEmailsTable = {
  id: Generated<string>;
  recipient: string;
  subject: string;
  at: Created;
  failure: Generated<string>;
};

/** Records that an e-mail was delivered, or why it was not; never its text, which may hold a secret. */
export type RecordSent = (email: { to: string; subject: string }, failure: string) => Promise<void>;

export const sentEmailDays = 90;
const longest = 200;

/** Records in the database. A failure here does not concern the e-mail. */
export const recordSentEmails =
  ({ db, clock }: { db: Db; clock: Clock }): RecordSent =>
  async ({ to, subject }, failure) => {
    const row = { recipient: to.toLowerCase(), subject: subject.slice(0, longest), failure: failure.slice(0, longest) };
    await db
      .insertInto('sent_emails')
      .values({ ...row, at: clock.now() })
      .execute()
      .catch(() => undefined);
  };

/** Deletes what is older than 90 days. */
export const forgetSentEmails = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('sent_emails')
    .where('at', '<', new Date(now.getTime() - sentEmailDays * dayMs))
    .execute();
};
