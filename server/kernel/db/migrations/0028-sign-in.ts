import { sql, type Kysely } from 'kysely';

/** When a user's older access tokens were revoked, and the user-visible sessions of the embedded identity provider. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table users add column tokens_from timestamptz`,
  `create index users_subject on users (subject)`,
  `create table idp_sessions (
    id text primary key, user_id uuid not null references idp_users on delete cascade, grant_id text not null,
    started timestamptz not null, last_used timestamptz not null, address text not null, agent text not null,
    is_script boolean not null)`,
  `create index idp_sessions_user on idp_sessions (user_id, last_used desc)`,
];
