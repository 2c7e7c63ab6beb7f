import { sql, type Kysely } from 'kysely';

/** The kinds of e-mails that a person does without (contract/email-kinds.ts). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table users add unwanted_emails text[] not null default '{}'`.execute(db);
};
