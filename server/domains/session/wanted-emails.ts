import { emailKinds, type WantedEmails } from '#contract/api/email-kinds.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** Which kinds of e-mails a person gets. */
export const wantedEmails = async (db: Db, who: Person): Promise<WantedEmails> => {
  const { unwanted_emails: unwanted } = await db
    .selectFrom('users')
    .select('unwanted_emails')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  return wantedOf(unwanted);
};

/** Changes which of the given kinds of e-mails a person gets, from the next e-mail on. */
export const changeWantedEmails = async (
  db: Db,
  who: Person,
  changes: { [kind in keyof WantedEmails]?: boolean | undefined },
): Promise<WantedEmails> =>
  await db.transaction().execute(async (tx) => {
    const { unwanted_emails: before } = await tx
      .selectFrom('users')
      .select('unwanted_emails')
      .where('id', '=', who.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const unwanted = emailKinds.filter((kind) => !(changes[kind] ?? !before.includes(kind)));
    await tx.updateTable('users').set({ unwanted_emails: unwanted }).where('id', '=', who.id).execute();
    return wantedOf(unwanted);
  });

const wantedOf = (unwanted: readonly string[]): WantedEmails =>
  Object.fromEntries(emailKinds.map((kind) => [kind, !unwanted.includes(kind)])) as WantedEmails;
