import { sql, type Kysely } from 'kysely';

/** Lines of cloud carriers, whose calls arrive over HTTP and WebSockets. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table phone_trunks
      add kind text not null default 'sip' check (kind in ('sip', 'twilio', 'telnyx')),
      add public_key text, add public_url text`.execute(db);
};
