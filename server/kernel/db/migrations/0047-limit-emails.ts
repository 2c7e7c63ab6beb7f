import { sql, type Kysely } from 'kysely';

/** The e-mails to administrators about limits at which calls are refused, by day (UTC). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table phone_limit_emails (
    day date not null, reason text not null, subject text not null, primary key (day, reason, subject))`.execute(db);
};
