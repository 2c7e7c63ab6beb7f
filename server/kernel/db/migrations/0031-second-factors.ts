import { sql, type Kysely } from 'kysely';

/** Second factors of the embedded identity provider's users, and their recovery codes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table idp_factors (
    id uuid primary key default gen_random_uuid(), user_id uuid not null references idp_users on delete cascade,
    kind text not null check (kind in ('totp', 'passkey')), name text not null,
    secret text, last_step bigint,
    credential_id text unique, public_key text, counter bigint, transports text[] not null default '{}',
    created timestamptz not null default now(), last_used timestamptz,
    check (case kind when 'totp' then secret is not null else credential_id is not null and public_key is not null end))`,
  `create index idp_factors_user on idp_factors (user_id)`,
  `create table idp_recovery_codes (
    user_id uuid not null references idp_users on delete cascade, hash text not null, primary key (user_id, hash))`,
  `alter table idp_users add column factor_failures integer not null default 0, add column factor_locked_until timestamptz`,
];
