import { sql, type Kysely } from 'kysely';

/** Which person of the station's team a presenter is, and a larger copy of a station's logo for lock screens and app icons. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  'alter table presenters add column user_id uuid references users on delete set null',
  'create index presenters_user on presenters (user_id) where user_id is not null',
  'alter table stations add column logo_512 text',
];
