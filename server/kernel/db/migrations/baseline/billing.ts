/** Paid subscriptions: what the payment provider holds is copied here (`synced_at`), and every limit is read from these copies. */
export const billing: readonly string[] = [
  `create table subscriptions (
    id uuid default gen_random_uuid() primary key, account_key text not null references accounts on delete cascade,
    station_key text references stations on delete cascade, plan text not null, price_id text,
    quantity int not null default 1,
    status text not null check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
    legacy boolean not null default false, promo_code text, ends timestamptz, canceled_at timestamptz,
    created timestamptz not null default now(), updated timestamptz not null default now(),
    provider text check (provider in ('stripe', 'sandbox')), provider_id text unique,
    product text not null default 'plan' check (product in ('plan', 'ctl', 'sponsored', 'music')),
    interval text check ("interval" = any (array['month', 'year'])), currency text, unit_amount bigint,
    cancel_at_period_end boolean not null default false, pending jsonb, discount jsonb, trial_end timestamptz,
    latest_invoice text, intent uuid, synced_at timestamptz, ended_at timestamptz,
    constraint subscriptions_provider_pair check ((provider is null) = (provider_id is null)))`,
  'create index subscriptions_account on subscriptions (account_key, created desc)',
  `create unique index subscriptions_one_active on subscriptions (account_key) where station_key is null and status in ('trialing', 'active', 'past_due')`,
  `create unique index subscriptions_one_active_station on subscriptions (station_key, product)
    where station_key is not null and status in ('trialing', 'active', 'past_due')`,
  `create index subscriptions_plan on subscriptions (plan, account_key) where station_key is null and status in ('trialing', 'active', 'past_due')`,
  'create index subscriptions_ended on subscriptions (ended_at) where station_key is null and ended_at is not null',

  `create table billing_customers (
    account_key text primary key references accounts on delete cascade, customer text not null unique,
    mode text not null check (mode in ('live', 'test', 'sandbox')), currency text, card jsonb,
    credit bigint not null default 0, synced_at timestamptz, created timestamptz not null default now())`,

  // One attempt to buy per account or station and product at a time.
  `create table billing_intents (
    id uuid primary key, account_key text not null references accounts on delete cascade,
    station_key text references stations on delete cascade, product text not null,
    kind text not null check (kind in ('create', 'change')),
    method text not null check (method in ('card', 'checkout')), plan text, price_id text not null,
    quantity int not null, promotion text, subscription_id uuid, checkout text, checkout_url text,
    checkout_expires timestamptz,
    state text not null default 'open' check (state in ('open', 'done', 'failed', 'expired')), error text,
    created timestamptz not null default now(), closed timestamptz)`,
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
    id bigint generated always as identity primary key,
    account_key text not null references accounts on delete cascade, what text not null,
    found timestamptz not null default now())`,
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
    state text not null check (state in ('pending', 'valid', 'invalid', 'unchecked')), name text, address text,
    consultation text, attempts int not null default 0, checked timestamptz, next_attempt timestamptz)`,
  'create index vat_checks_due on vat_checks (next_attempt) where next_attempt is not null',

  // The sandbox's own memory; empty where a provider's key is set.
  `create table sandbox_objects (
    id text primary key, seq bigint not null generated always as identity, object text not null, customer text,
    data jsonb not null, created timestamptz not null default now())`,
  'create index sandbox_objects_customer on sandbox_objects (customer, object)',
  'create index sandbox_objects_object on sandbox_objects (object, seq)',

  `create table sandbox_clocks (
    customer text primary key, ahead_s bigint not null default 0, next_due timestamptz)`,
  'create index sandbox_clocks_due on sandbox_clocks (next_due) where next_due is not null',

  `create table sandbox_requests (
    key text primary key, hash text not null, status int not null, body jsonb not null,
    created timestamptz not null default now())`,
  'create index sandbox_requests_created on sandbox_requests (created)',
];
