import { sql, type Kysely } from 'kysely';

/** Addresses may stop a station's alerts by the link in each; members too, who were never asked. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  'alter table alert_recipients drop constraint alert_recipients_state_check',
  `alter table alert_recipients add constraint alert_recipients_state_check
    check (state in ('waiting', 'confirmed', 'stopped'))`,
];
