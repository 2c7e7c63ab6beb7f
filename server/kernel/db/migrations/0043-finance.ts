import { sql, type Kysely } from 'kysely';

/**
 * Finance: what impressions cost and earn at any time, monthly statements, and invoices. None of these rows ends with an account or a
 * station, as they are accounts of money. Money is in micros (millionths of the major unit) or in minor units, as each name says.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/** The time of a change as the application set it, so that prices follow the clock that impressions are compared with. */
const statements = [
  // The price of a campaign from a time on.
  `create table campaign_prices (
    campaign_key text not null, since timestamptz not null, account_key text not null,
    price_micros bigint not null, currency text not null, primary key (campaign_key, since))`,
  `insert into campaign_prices select key, '-infinity', account_key, price_micros, currency from campaigns`,
  `create function note_campaign_price() returns trigger language plpgsql as $$
   begin
     insert into campaign_prices values (new.key, case when tg_op = 'INSERT' then '-infinity'::timestamptz else new.updated end,
       new.account_key, new.price_micros, new.currency)
     on conflict (campaign_key, since) do update
       set account_key = excluded.account_key, price_micros = excluded.price_micros, currency = excluded.currency;
     return null;
   end $$`,
  `create trigger note_new_campaign_price after insert on campaigns for each row execute function note_campaign_price()`,
  `create trigger note_campaign_price after update on campaigns for each row
   when ((old.price_micros, old.currency, old.account_key) is distinct from (new.price_micros, new.currency, new.account_key))
   execute function note_campaign_price()`,

  // What an account earns for a thousand impressions from a time on, in minor units; null for the default.
  `create table ad_rates (
    account_key text not null, since timestamptz not null, cpm bigint, currency text not null,
    primary key (account_key, since))`,
  `insert into ad_rates select key, '-infinity', (invoice_settings->>'cpmRate')::bigint, currency from accounts`,
  `create function note_ad_rate() returns trigger language plpgsql as $$
   begin
     insert into ad_rates values (new.key, case when tg_op = 'INSERT' then '-infinity'::timestamptz else new.updated end,
       (new.invoice_settings->>'cpmRate')::bigint, new.currency)
     on conflict (account_key, since) do update set cpm = excluded.cpm, currency = excluded.currency;
     return null;
   end $$`,
  `create trigger note_new_ad_rate after insert on accounts for each row execute function note_ad_rate()`,
  `create trigger note_ad_rate after update on accounts for each row
   when ((old.invoice_settings->'cpmRate', old.currency) is distinct from (new.invoice_settings->'cpmRate', new.currency))
   execute function note_ad_rate()`,

  `create table ad_statements (
    id uuid primary key, account_key text not null, month text not null check (month ~ '^\\d{4}-\\d\\d$'),
    currency text not null, timezone text not null, account_name text not null, closed_at timestamptz not null,
    impressions bigint not null, micros bigint not null, amount_minor bigint not null, sha256 text not null,
    unique (account_key, month, currency))`,
  // What the hash is of. Days of earlier months are corrections of their statements.
  `create table ad_statement_days (
    statement_id uuid not null references ad_statements, day date not null, station_key text not null,
    campaign_key text not null, impressions bigint not null, micros bigint not null,
    primary key (statement_id, day, station_key, campaign_key))`,
  // Sums of days by month, station and campaign, with the names of then.
  `create table ad_statement_lines (
    statement_id uuid not null references ad_statements, ord int not null, month text not null,
    station_key text not null, station_name text not null, campaign_key text not null, campaign_name text not null,
    impressions bigint not null, micros bigint not null, amount_minor bigint not null, primary key (statement_id, ord))`,
  `create function ad_statements_are_kept() returns trigger language plpgsql as $$
   begin raise exception 'statements are append-only'; end $$`,
  ...['ad_statements', 'ad_statement_days', 'ad_statement_lines'].map(
    (table) => `create trigger ${table}_are_kept before update or delete or truncate on ${table} for each statement
     execute function ad_statements_are_kept()`,
  ),

  `create table ad_invoice_numbers (
    account_key text not null, year int not null, last int not null, primary key (account_key, year))`,
  `create table ad_invoices (
    id uuid primary key, account_key text not null, statement_id uuid not null references ad_statements,
    year int not null, number int not null,
    state text not null default 'draft' check (state in ('draft', 'sent', 'paid', 'void')),
    account_name text not null, reference_number text not null, mount text not null, cpm_rate bigint not null,
    brd_email text not null, document jsonb not null, currency text not null, amount_minor bigint not null,
    created timestamptz not null, created_by text not null,
    sent_at timestamptz, paid_at timestamptz, voided_at timestamptz,
    unique (account_key, year, number))`,
  // A statement has one invoice that counts.
  `create unique index ad_invoices_statement on ad_invoices (statement_id) where state <> 'void'`,
  'create index ad_invoices_account on ad_invoices (account_key, created desc, id)',
  `create index ad_invoices_sent on ad_invoices (sent_at, id) where state = 'sent'`,
];
