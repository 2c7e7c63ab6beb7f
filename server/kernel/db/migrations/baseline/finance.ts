/** What impressions cost and earn at any time, monthly statements, and invoices. None of these rows ends with an account or a station, as they are accounts of money. Money is in micros (millionths of the major unit) or in minor units, as each name says. */
export const finance: readonly string[] = [
  // The price of a campaign from a time on.
  `create table campaign_prices (
    campaign_key text, since timestamptz, account_key text not null, price_micros bigint not null,
    currency text not null, primary key (campaign_key, since))`,

  // What an account earns for a thousand impressions from a time on, in minor units; null for the default.
  `create table ad_rates (
    account_key text, since timestamptz, cpm bigint, currency text not null, primary key (account_key, since))`,

  `create table ad_statements (
    id uuid primary key, account_key text not null, month text not null check (month ~ '^\\d{4}-\\d\\d$'),
    currency text not null, timezone text not null, account_name text not null, closed_at timestamptz not null,
    impressions bigint not null, micros bigint not null, amount_minor bigint not null, sha256 text not null,
    unique (account_key, month, currency))`,

  // What the hash is of. Days of earlier months are corrections of their statements.
  `create table ad_statement_days (
    statement_id uuid references ad_statements, day date, station_key text, campaign_key text,
    impressions bigint not null, micros bigint not null, primary key (statement_id, day, station_key, campaign_key))`,

  // Sums of days by month, station and campaign, with the names of then.
  `create table ad_statement_lines (
    statement_id uuid references ad_statements, ord int, month text not null, station_key text not null,
    station_name text not null, campaign_key text not null, campaign_name text not null,
    impressions bigint not null, micros bigint not null, amount_minor bigint not null,
    primary key (statement_id, ord))`,

  `create table ad_invoice_numbers (
    account_key text, year int, last int not null, primary key (account_key, year))`,

  `create table ad_invoices (
    id uuid primary key, account_key text not null, statement_id uuid not null references ad_statements,
    year int not null, number int not null,
    state text not null default 'draft' check (state in ('draft', 'sent', 'paid', 'void')),
    account_name text not null, reference_number text not null, mount text not null, cpm_rate bigint not null,
    brd_email text not null, document jsonb not null, currency text not null, amount_minor bigint not null,
    created timestamptz not null, created_by text not null, sent_at timestamptz, paid_at timestamptz,
    voided_at timestamptz, unique (account_key, year, number))`,
  // A statement has one invoice that counts.
  `create unique index ad_invoices_statement on ad_invoices (statement_id) where state <> 'void'`,
  'create index ad_invoices_account on ad_invoices (account_key, created desc, id)',
  `create index ad_invoices_sent on ad_invoices (sent_at, id) where state = 'sent'`,

  // Corrections of revenue that are being written to ClickHouse: the job that continues after a crash sends the same
  // rows under the same token.
  `create table ad_price_pages (
    token text primary key, rows jsonb not null)`,

  `create function ad_statements_are_kept() returns trigger language plpgsql as $$
   begin raise exception 'statements are append-only'; end $$`,
  `create trigger ad_statements_are_kept before update or delete or truncate on ad_statements for each statement
     execute function ad_statements_are_kept()`,
  `create trigger ad_statement_days_are_kept before update or delete or truncate on ad_statement_days for each statement
     execute function ad_statements_are_kept()`,
  `create trigger ad_statement_lines_are_kept before update or delete or truncate on ad_statement_lines for each statement
     execute function ad_statements_are_kept()`,
];
