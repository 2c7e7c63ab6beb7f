import { sql, type Kysely } from 'kysely';

/**
 * Recipients can unsubscribe from a station's alerts by the link in each e-mail; so can members, who need no
 * confirmation.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  'alter table alert_recipients drop constraint alert_recipients_state_check',
  `alter table alert_recipients add constraint alert_recipients_state_check
    check (state in ('waiting', 'confirmed', 'stopped'))`,
];
