/** The embedded identity provider: its users, second factors and sessions. */
export const identity: readonly string[] = [
  `create table idp_users (
    id uuid default gen_random_uuid() primary key, email text not null, password_hash text not null,
    first_name text not null, last_name text not null, created timestamptz not null default now(),
    updated timestamptz not null default now(), factor_failures int not null default 0,
    factor_locked_until timestamptz)`,
  'create unique index idp_users_email on idp_users (lower(email))',

  `create table idp_models (
    model text, id text, payload jsonb not null, grant_id text, uid text, user_code text, consumed_at timestamptz,
    expires_at timestamptz, primary key (model, id))`,
  'create index idp_models_grant on idp_models (grant_id) where grant_id is not null',
  'create index idp_models_uid on idp_models (uid) where uid is not null',
  'create index idp_models_expiry on idp_models (expires_at)',
  `create index idp_models_account on idp_models ((payload ->> 'accountId'))`,

  `create table idp_links (
    hash text primary key, purpose text not null, subject text not null, expires_at timestamptz not null,
    used_at timestamptz, email text)`,

  `create table idp_sessions (
    id text primary key, user_id uuid not null references idp_users on delete cascade, grant_id text not null,
    started timestamptz not null, last_used timestamptz not null, address text not null, agent text not null,
    is_script boolean not null)`,
  'create index idp_sessions_user on idp_sessions (user_id, last_used desc)',

  `create table idp_factors (
    id uuid default gen_random_uuid() primary key, user_id uuid not null references idp_users on delete cascade,
    kind text not null check (kind in ('totp', 'passkey')), name text not null, secret text, last_step bigint,
    credential_id text unique, public_key text, counter bigint, transports text[] not null default '{}',
    created timestamptz not null default now(), last_used timestamptz,
    check (
case kind
    when 'totp' then (secret is not null)
    else ((credential_id is not null) and (public_key is not null))
end))`,
  'create index idp_factors_user on idp_factors (user_id)',

  `create table idp_recovery_codes (
    user_id uuid references idp_users on delete cascade, hash text, primary key (user_id, hash))`,
];
