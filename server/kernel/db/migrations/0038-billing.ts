import { sql, type Kysely } from 'kysely';

/**
 * Paid subscriptions: what the payment provider holds is copied here (`synced_at`), and every limit is read from these copies.
 * Which states count as active is spec §4: trialing, active and past_due.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const active = `status in ('trialing', 'active', 'past_due')`;

const statements = [
  `create table billing_customers (
    account_key text primary key references accounts on delete cascade, customer text not null unique,
    mode text not null check (mode in ('live', 'test', 'sandbox')), currency text, card jsonb,
    credit bigint not null default 0, synced_at timestamptz, created timestamptz not null default now())`,

  `alter table subscriptions
    add provider text check (provider in ('stripe', 'sandbox')), add provider_id text unique,
    add product text not null default 'plan' check (product in ('plan', 'ctl', 'sponsored', 'music')),
    add "interval" text check ("interval" in ('month', 'year')),
    add currency text, add unit_amount bigint, add cancel_at_period_end boolean not null default false,
    add pending jsonb, add discount jsonb, add trial_end timestamptz, add latest_invoice text,
    add intent uuid, add synced_at timestamptz, add ended_at timestamptz,
    add constraint subscriptions_provider_pair check ((provider is null) = (provider_id is null))`,
  'alter table subscriptions drop constraint subscriptions_status_check',
  `alter table subscriptions add constraint subscriptions_status_check check (status in
    ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'))`,
  'drop index subscriptions_one_active',
  'drop index subscriptions_one_active_station',
  'drop index subscriptions_plan',
  `create unique index subscriptions_one_active on subscriptions (account_key) where station_key is null and ${active}`,
  `create unique index subscriptions_one_active_station on subscriptions (station_key, product)
    where station_key is not null and ${active}`,
  `create index subscriptions_plan on subscriptions (plan, account_key) where station_key is null and ${active}`,
  'create index subscriptions_ended on subscriptions (ended_at) where station_key is null and ended_at is not null',

  // One attempt to buy per account or station and product at a time.
  `create table billing_intents (
    id uuid primary key, account_key text not null references accounts on delete cascade,
    station_key text references stations on delete cascade, product text not null,
    kind text not null check (kind in ('create', 'change')), method text not null check (method in ('card', 'checkout')),
    plan text, price_id text not null, quantity int not null, promotion text, subscription_id uuid,
    checkout text, checkout_url text, checkout_expires timestamptz,
    state text not null default 'open' check (state in ('open', 'done', 'failed', 'expired')),
    error text, created timestamptz not null default now(), closed timestamptz)`,
  `create unique index billing_intents_one_open on billing_intents (coalesce(station_key, account_key), product)
    where state = 'open'`,
  'create index billing_intents_account on billing_intents (account_key)',
  'create index billing_intents_station on billing_intents (station_key) where station_key is not null',

  // The payload isn't stored: the sync reads the customer again.
  `create table billing_events (
    id text primary key, type text not null, created timestamptz not null, customer text, livemode boolean not null,
    state text not null default 'new' check (state in ('new', 'done', 'ignored', 'failed')),
    attempts int not null default 0, error text, received timestamptz not null default now())`,
  'create index billing_events_state on billing_events (state, received desc, id)',
  'create index billing_events_customer on billing_events (customer, created) where customer is not null',

  `create table invoices (
    id text primary key, account_key text not null references accounts on delete cascade, number text,
    status text not null, currency text not null, subtotal bigint not null, discount bigint not null default 0,
    tax bigint not null, total bigint not null, amount_due bigint not null, amount_paid bigint not null,
    subscription text, period_start timestamptz not null, period_end timestamptz not null,
    created timestamptz not null, paid_at timestamptz, next_attempt timestamptz, attempts int not null default 0,
    lines jsonb not null, billed_to jsonb not null, url text, synced_at timestamptz not null default now())`,
  'create index invoices_account on invoices (account_key, created desc, id)',

  `create table billing_emails (
    message_id text primary key, account_key text not null references accounts on delete cascade,
    sent timestamptz not null default now())`,
  'create index billing_emails_account on billing_emails (account_key)',

  `create table billing_drift (
    id bigint generated always as identity primary key, account_key text not null references accounts on delete cascade,
    what text not null, found timestamptz not null default now())`,
  'create index billing_drift_found on billing_drift (found desc)',
  'create index billing_drift_account on billing_drift (account_key)',

  `create table promo_codes (
    id text primary key, code text not null, active boolean not null, public boolean not null default false,
    percent_off real, amount_off bigint, currency text, duration text not null, months int, plans text[] not null,
    max int, redeemed int not null default 0, expires timestamptz, first_time boolean not null,
    created timestamptz not null, synced_at timestamptz not null default now())`,
  'create unique index promo_codes_code on promo_codes (lower(code)) where active',

  `create table vat_checks (
    account_key text primary key references accounts on delete cascade, country text not null, number text not null,
    state text not null check (state in ('pending', 'valid', 'invalid', 'unchecked')),
    name text, address text, consultation text, attempts int not null default 0,
    checked timestamptz, next_attempt timestamptz)`,
  'create index vat_checks_due on vat_checks (next_attempt) where next_attempt is not null',

  'alter table accounts add held_at timestamptz, add held_reason text',

  // Featured while its add-on is paid; `featured` stays the administrators' own choice.
  'alter table stations add sponsored boolean not null default false',
  'drop index stations_featured',
  `create index stations_featured on stations (lower(name), key) where (featured or sponsored) and deleted_at is null`,

  // The sandbox's own memory; empty where a provider's key is set.
  `create table sandbox_objects (
    id text primary key, seq bigint generated always as identity, object text not null, customer text,
    data jsonb not null, created timestamptz not null default now())`,
  'create index sandbox_objects_customer on sandbox_objects (customer, object)',
  'create index sandbox_objects_object on sandbox_objects (object, seq)',
  `create table sandbox_clocks (customer text primary key, ahead_s bigint not null default 0, next_due timestamptz)`,
  'create index sandbox_clocks_due on sandbox_clocks (next_due) where next_due is not null',
  `create table sandbox_requests (
    key text primary key, hash text not null, status int not null, body jsonb not null,
    created timestamptz not null default now())`,
  'create index sandbox_requests_created on sandbox_requests (created)',
];
